// The page: columns side by side; on a phone one at a time, with a tab for each.

import { Column } from "./column.js";
import { el, unseen } from "./dom.js";
import { say } from "./words.js";

const KEPT = "stationmaster.columns";
const NAMES = ["Ann", "Bob", "Cem", "Dora", "Emil", "Fay"];
const main = document.querySelector(".columns");
const tabs = document.querySelector(".tabs");

const house = {
  columns: [],
  front: null,

  add(person, channel) {
    const made = new Column(person, channel, house);
    house.columns.push(made);
    main.append(made.element);
    house.show(made);
  },

  close(column) {
    if (house.columns.length === 1) return;
    column.leave();
    house.columns = house.columns.filter((one) => one !== column);
    if (house.front === column) house.show(house.columns[0]);
    house.changed();
    house.front.log.focus();
  },

  show(column) {
    house.front = column;
    house.columns.forEach((one) => one.element.classList.toggle("front", one === column));
    column.bottom();
    house.changed();
  },

  changed() {
    localStorage.setItem(KEPT, JSON.stringify(house.columns.map((one) => [one.person, one.channel])));
    const focused = tabs.contains(document.activeElement);
    tabs.replaceChildren(...house.columns.map((one) => el("button", {
      type: "button", role: "tab", "aria-selected": String(one === house.front), "aria-controls": one.element.id,
      tabIndex: one === house.front ? 0 : -1, onclick: () => house.show(one),
    }, one.person, one !== house.front && one.bell ? [el("span.bell", { "aria-hidden": "true" }, " ●"), unseen(say("new_ping"))] : null)));
    if (focused) tabs.querySelector('[aria-selected="true"]').focus();
  },
};

tabs.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const count = house.columns.length;
  house.show(house.columns[(house.columns.indexOf(house.front) + step + count) % count]);
});

/** Who is shown at first: as the address says (`?as=Ann,Bob`), as last time, or Ann alone. */
function first() {
  const asked = new URLSearchParams(location.search).get("as");
  if (asked) return asked.split(",").map((one) => one.split(":"));
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    if (Array.isArray(kept) && kept.length) return kept;
  } catch { /* what was kept cannot be read: begin anew */ }
  return [["Ann"]];
}

document.querySelector(".add").addEventListener("click", () => {
  const taken = new Set(house.columns.map((one) => one.person));
  house.add(NAMES.find((one) => !taken.has(one)) ?? say("guest", { number: house.columns.length + 1 }), house.front?.channel);
});

first().forEach(([person, channel]) => house.add(person, channel));
house.show(house.columns[0]);
