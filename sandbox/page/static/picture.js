// Pictures: small in the channel, large when clicked, in full size when clicked again.

import { el } from "./dom.js";

const dialog = document.querySelector("dialog.picture");
dialog.addEventListener("click", (event) => {
  if (event.target.tagName === "IMG" && !dialog.classList.contains("near")) dialog.classList.add("near");
  else dialog.close();
});
dialog.addEventListener("close", () => dialog.classList.remove("near"));

/** A picture that can be opened. */
export function picture(url, about, size) {
  const made = el("img.shot", { src: url, alt: about ?? "", title: about ?? "", loading: "lazy" });
  if (size) { made.width = size[0]; made.height = size[1]; }
  made.addEventListener("click", () => {
    const large = dialog.querySelector("img");
    large.src = url;
    large.alt = about ?? "";
    dialog.showModal();
  });
  return made;
}
