import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";

if (import.meta.env.MODE === "site") (await import("./site/start")).start();
const target = document.getElementById("app");
if (target) mount(App, { target });
