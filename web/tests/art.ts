// The development page art.html: every card of every game at four widths. `?game=slug&scheme=dark&w=96` shows a part,
// `&cards=1,2,moko` only these cards and the back.
import { mount } from "svelte";
import "../src/app.css";
import Art from "./Art.svelte";

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.scheme = asked.get("scheme") ?? "light";
const target = document.getElementById("app");
const cards = (asked.get("cards") ?? "").split(",");
if (target) mount(Art, { target, props: { game: asked.get("game"), width: Number(asked.get("w") ?? 0), cards } });
