/** A gallery for work on the table: `/dev.html?f=st-croix-4-000-0` draws a stored view; not part of the built client. */
import "./app.css";
import { mount } from "svelte";
import Dev from "./Dev.svelte";

const target = document.getElementById("app");
if (target) mount(Dev, { target });
