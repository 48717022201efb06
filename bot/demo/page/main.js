// The page: a bar with the members' seats, and a column for each seat that is taken.

import { Column } from "./column.js";
import { h, loadTexts, t } from "./dom.js";
import { runTimes } from "./markdown.js";
import { avatar } from "./people.js";
import { allPings, connect, listen, markEverythingRead, state } from "./state.js";

const narrow = matchMedia("(max-width: 760px)");
const columns = new Map(); // member id -> Column, of everybody who ever sat here
let seats = []; // member ids, in the members' order
let front = null; // the one that a narrow screen shows

const bar = h("header.bar");
const warning = h("p.warning", { role: "status" });
const floor = h("main.floor");

function wanted() {
  const names = decodeURIComponent(location.hash.slice(1)).split("+");
  const ids = state.members.filter((member) => names.includes(member.global_name)).map((member) => member.id);
  return ids.length ? ids : state.members.slice(0, 2).map((member) => member.id);
}

function shown() {
  return narrow.matches ? [front] : seats;
}

function toggle(id) {
  if (narrow.matches) front = id;
  else if (!seats.includes(id)) seats.push(id);
  else if (seats.length > 1) seats = seats.filter((seat) => seat !== id);
  if (narrow.matches && !seats.includes(id)) seats.push(id);
  if (!seats.includes(front)) front = seats[0];
  const names = state.members.filter((member) => seats.includes(member.id)).map((member) => member.global_name);
  history.replaceState(null, "", `#${names.map(encodeURIComponent).join("+")}`);
  seat();
}

function seat() {
  const order = state.members.map((member) => member.id).filter((id) => shown().includes(id));
  for (const id of order) {
    if (columns.has(id)) continue;
    const member = state.members.find((one) => one.id === id);
    columns.set(id, new Column(member, { close: () => toggle(id), readingChanged: drawBar }));
  }
  const before = [...floor.children];
  const after = order.map((id) => columns.get(id));
  floor.replaceChildren(...after.map((column) => column.element));
  for (const column of after) if (!before.includes(column.element)) column.render();
  floor.classList.toggle("single", after.length === 1);
  drawBar();
}

function drawBar() {
  const here = shown();
  const chairs = state.members.map((member) => {
    const pings = here.includes(member.id) ? 0 : allPings(member.id);
    const label = t(here.includes(member.id) ? "demo.page.stand_up" : "demo.page.sit_down", { name: member.global_name });
    const badge = pings ? h("span.badge", { ariaLabel: t("demo.page.pings", { count: pings }) }, String(pings)) : null;
    const chair = h("button.chair", { type: "button", title: label, onclick: () => toggle(member.id) }, avatar(member), h("span", {}, member.global_name), badge);
    chair.setAttribute("aria-pressed", String(here.includes(member.id)));
    return chair;
  });
  const old = bar.querySelector(".chairs");
  const focused = old ? [...old.children].indexOf(document.activeElement) : -1;
  const nav = h("nav.chairs", { ariaLabel: t("demo.page.seats") }, chairs);
  if (old) old.replaceWith(nav);
  else bar.append(nav);
  if (focused >= 0) chairs[focused].focus();
  drawStatus();
}

function drawStatus() {
  const trouble = state.trouble || (state.lost ? t("demo.page.lost") : state.online ? "" : t("demo.page.offline"));
  warning.hidden = !trouble;
  warning.textContent = trouble;
  const waiting = state.members.filter((member) => !shown().includes(member.id)).reduce((sum, member) => sum + allPings(member.id), 0);
  document.title = waiting ? `(${waiting}) ${t("demo.page.title")}` : t("demo.page.title");
}

listen((change) => {
  if (change.type === "everything") {
    if (!seats.length) {
      markEverythingRead();
      seats = wanted();
      front = seats[0];
    }
    floor.replaceChildren();
    seat();
  } else if (change.type === "bot") {
    drawStatus();
  } else {
    for (const column of columns.values()) if (column.element.isConnected) column.update(change);
    drawBar();
  }
});

narrow.addEventListener("change", seat);
await loadTexts();
bar.append(
  h(".brand", {}, h("img", { src: "/page/icon.svg", alt: "" }), h("h1", {}, t("demo.page.title"))),
  h("p.purpose", {}, t("demo.page.purpose")),
);
document.body.append(bar, warning, floor);
runTimes();
connect();
