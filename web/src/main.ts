import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";

if (import.meta.env.MODE === "site") (await import("./site/start")).start();
const target = document.getElementById("app");
if (target) mount(App, { target });

// The client's files stay in the browser: the page opens without a network, and can be installed.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  void navigator.serviceWorker.register(new URL(`${import.meta.env.BASE_URL}sw.js`, document.baseURI));
