import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { registerBottomBar } from "./bottom-bar.ts";

const getBars = () => document.documentElement.style.getPropertyValue("--bars");

test("the --bars property is the height to the highest visible bar", () => {
	vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(function (this: HTMLElement) {
		return Number(this.dataset.height);
	});
	let measure = () => undefined;
	vi.stubGlobal(
		"ResizeObserver",
		class {
			constructor(callback: () => undefined) {
				measure = callback;
			}
			observe() {}
			disconnect() {}
		},
	);
	const renderPage = (children: readonly (readonly [height: number, bottom: number])[]) => (
		<>
			{children.map(([height, bottom]) => (
				<div key={height} ref={registerBottomBar} data-height={height} style={{ position: "fixed", bottom }} />
			))}
		</>
	);
	const { rerender } = render(renderPage([[62, 0]]));
	measure();
	expect(getBars()).toBe("62px");
	rerender(
		renderPage([
			[62, 0],
			[56, 72],
			[0, 500],
		]),
	);
	measure();
	expect(getBars()).toBe("128px");
	rerender(renderPage([[62, 0]]));
	expect(getBars()).toBe("62px");
	rerender(renderPage([]));
	expect(getBars()).toBe("0px");
});
