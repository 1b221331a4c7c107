import { act, fireEvent, screen } from "@testing-library/react";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { ActionMenu } from "./action-menu.tsx";

beforeAll(() => {
	// jsdom has no popovers, and hides their elements.
	HTMLElement.prototype.showPopover = function showPopover() {
		this.style.display = "block";
	};
	HTMLElement.prototype.hidePopover = function hidePopover() {
		this.style.display = "none";
	};
});

const ACTIONS = [
	{ id: "captain", label: "Make captain", icon: "captain" },
	{ id: "swap", label: "Swap", icon: "swap" },
	{ id: "details", label: "See details", icon: "stats" },
] as const;

function show() {
	const onAction = vi.fn();
	renderAt(
		"/team",
		<ActionMenu label="Actions" getActions={() => ACTIONS} onAction={onAction} opensOnHover moreLabel="More actions">
			{(trigger) => (
				<button type="button" {...trigger}>
					Maeve
				</button>
			)}
		</ActionMenu>,
	);
	const trigger = screen.getByRole("button", { name: "Maeve" });
	return {
		onAction,
		trigger,
		anchor: trigger.parentElement ?? trigger,
		isOpen: () => screen.queryByRole("menu") !== null,
		more: screen.getByRole("button", { name: "More actions" }),
	};
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const getFocusedText = () => document.activeElement?.textContent;

test("a press opens the menu on its first action", () => {
	const { onAction, trigger } = show();
	expect(screen.queryByRole("menu")).toBeNull();
	fireEvent.click(trigger);
	expect(trigger.getAttribute("aria-expanded")).toBe("true");
	expect(getFocusedText()).toBe("Make captain");
	fireEvent.click(screen.getByText("Swap"));
	expect(onAction).toHaveBeenCalledExactlyOnceWith("swap");
	expect(screen.queryByRole("menu")).toBeNull();
});

test("a menu may begin with what it is about", () => {
	renderAt(
		"/team",
		<ActionMenu label="Actions" getActions={() => ACTIONS} onAction={vi.fn()} header={<p>Callinan v C2</p>}>
			{(trigger) => (
				<button type="button" {...trigger}>
					Maeve
				</button>
			)}
		</ActionMenu>,
	);
	fireEvent.click(screen.getByRole("button", { name: "Maeve" }));
	expect(screen.getByText("Callinan v C2").closest("[aria-hidden]")).not.toBeNull();
	expect(screen.getAllByRole("menuitem")).toHaveLength(3);
});

test("arrow keys, Home, End and letters move the focus", () => {
	const { trigger } = show();
	trigger.focus();
	press("ArrowDown");
	const focused = ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "End", "s", "s"].map((key) => {
		press(key);
		return getFocusedText();
	});
	expect(focused).toEqual([
		"Swap",
		"See details",
		"Make captain",
		"See details",
		"Make captain",
		"See details",
		"Swap",
		"See details",
	]);
});

test("shortcuts of the browser do not move the focus", () => {
	const { trigger } = show();
	fireEvent.click(trigger);
	// False if the browser's own action is prevented.
	for (const modifier of ["ctrlKey", "metaKey", "altKey"])
		expect(fireEvent.keyDown(document.activeElement ?? document.body, { key: "s", [modifier]: true })).toBe(true);
	expect(getFocusedText()).toBe("Make captain");
});

test("Tab goes through the actions, and leaves the menu after the last [D2.9.755]", () => {
	const { trigger, isOpen } = show();
	fireEvent.click(trigger);
	const focused = ["Tab", "Tab"].map((key) => {
		press(key);
		return getFocusedText();
	});
	expect(focused).toEqual(["Swap", "See details"]);
	press("Tab");
	expect((document.querySelector("[popover]") as HTMLElement | null)?.style.display).toBe("none");
	expect(isOpen()).toBe(false);
});

test("the more-actions button opens the menu, and a second press closes it (D1.4.76)", () => {
	const { isOpen, more } = show();
	expect([isOpen(), more.getAttribute("aria-expanded")]).toEqual([false, "false"]);
	fireEvent.click(more);
	expect([isOpen(), more.getAttribute("aria-expanded")]).toEqual([true, "true"]);
	fireEvent.click(more);
	expect([isOpen(), more.getAttribute("aria-expanded")]).toEqual([false, "false"]);
});

describe("hovering", () => {
	const hover = (anchor: HTMLElement, at = { clientX: 5, clientY: 5 }) => {
		vi.useFakeTimers();
		fireEvent.pointerEnter(anchor, { pointerType: "mouse", ...at });
		act(() => vi.advanceTimersByTime(200));
	};

	test("does not start with a page that opens under the mouse [D2.9.654]", () => {
		fireEvent.pointerMove(document.body, { pointerType: "mouse", clientX: 5, clientY: 5 });
		const { anchor, isOpen } = show();
		hover(anchor);
		expect(isOpen()).toBe(false);
		fireEvent.pointerMove(document.body, { pointerType: "mouse", clientX: 300, clientY: 400 });
	});

	test("does not open a sheet on a narrow screen [D2.9.654]", () => {
		const { anchor, isOpen } = show();
		vi.spyOn(globalThis, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
		hover(anchor);
		expect(isOpen()).toBe(false);
	});

	test("opens the menu without taking the focus, and leaving closes it", () => {
		const { anchor, isOpen } = show();
		hover(anchor);
		expect(isOpen()).toBe(true);
		expect(document.activeElement).toBe(document.body);
		fireEvent.pointerLeave(anchor, { pointerType: "mouse" });
		act(() => vi.advanceTimersByTime(200));
		expect(isOpen()).toBe(false);
	});

	test("starts only when the mouse moves, not after a touch elsewhere", () => {
		const { anchor, isOpen } = show();
		const at = { clientX: 70, clientY: 80 };
		fireEvent.pointerMove(document.body, { pointerType: "mouse", ...at });
		fireEvent.pointerDown(document.body, { pointerType: "touch", clientX: 300, clientY: 400 });
		hover(anchor, at);
		expect(isOpen()).toBe(false);
	});

	test("followed by a press keeps the menu open until another", () => {
		const { anchor, trigger, isOpen } = show();
		hover(anchor);
		fireEvent.click(trigger);
		fireEvent.pointerLeave(anchor, { pointerType: "mouse" });
		act(() => vi.advanceTimersByTime(1_000));
		expect([isOpen(), getFocusedText()]).toEqual([true, "Make captain"]);
		fireEvent.click(trigger);
		expect(isOpen()).toBe(false);
	});

	test("followed by a press on the more-actions button closes the menu (D1.4.76)", () => {
		const { anchor, more, isOpen } = show();
		hover(anchor);
		fireEvent.click(more);
		act(() => vi.advanceTimersByTime(1_000));
		expect(isOpen()).toBe(false);
	});
});
