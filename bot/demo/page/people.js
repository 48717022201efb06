// Pictures of people: a tile in the member's colour with an initial; the bot has its cards.

import { h } from "./dom.js";
import { state } from "./state.js";

export function avatar(who) {
  if (who.bot) return h("img.avatar.bot", { src: "/page/icon.svg", alt: "" });
  const index = state.members.findIndex((member) => member.id === who.id);
  return h(`span.avatar.hue${Math.max(0, index) % 4}`, { ariaHidden: "true" }, [...who.global_name][0]);
}
