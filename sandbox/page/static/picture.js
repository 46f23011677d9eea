// Pictures: small in the channel, large when clicked, in full size when clicked again.

import { el } from "./dom.js";
import { say } from "./words.js";

const dialog = document.querySelector("dialog.picture");
dialog.addEventListener("click", (event) => {
  if (event.target.tagName === "IMG" && !dialog.classList.contains("near")) dialog.classList.add("near");
  else dialog.close();
});
dialog.addEventListener("close", () => dialog.classList.remove("near"));

/** A picture that can be opened, with a click or from the keyboard. */
export function picture(url, about, size) {
  const image = el("img.shot", { src: url, alt: about ?? "", title: about ?? "", loading: "lazy" });
  if (size) { image.width = size[0]; image.height = size[1]; }
  const open = () => {
    const large = dialog.querySelector("img");
    large.src = url;
    large.alt = about ?? "";
    dialog.showModal();
  };
  image.addEventListener("click", open);
  return el(".shown", {}, image, el("button.enlarge", { type: "button", ariaLabel: say("enlarge"), onclick: open }, "⤢"));
}
