import { expect, test, vi } from "vitest";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { SelectionBar } from "./toolbar.tsx";

test.each([
	["a phone", true, "54px"],
	["a desktop", false, "0px"],
])("on %s, toasts leave the room that a swap's bar needs [D2.9.863]", (_, matches, room) => {
	vi.stubGlobal("matchMedia", () => ({ matches }));
	vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(54);
	vi.stubGlobal(
		"ResizeObserver",
		class {
			readonly observe: () => void;
			constructor(measure: () => void) {
				this.observe = measure;
			}
			disconnect() {}
		},
	);
	document.documentElement.style.setProperty("--bars", "0px");
	const selection = { id: 1, fromKey: "field-DEF-0", name: "Pat Player1", targets: new Set<string>() };
	renderAt("/team", <SelectionBar selection={selection} onCancel={() => undefined} />);
	expect(document.documentElement.style.getPropertyValue("--bars")).toBe(room);
});
