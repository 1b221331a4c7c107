import { act, fireEvent, screen } from "@testing-library/react";
import { Button } from "react-aria-components/Button";
import { expect, test, vi } from "vitest";
import { renderAt } from "../../testing/render-at.tsx";
import { ActionMenu } from "./action-menu.tsx";

function open() {
	const { container } = renderAt(
		"/team",
		<ActionMenu
			opensOnHover
			moreLabel="More actions"
			label="Actions for Maeve Callinan"
			actions={[{ id: "swap", label: "Swap", icon: "swap" }]}
			onAction={() => undefined}
		>
			<Button>Maeve Callinan</Button>
		</ActionMenu>,
	);
	return {
		isOpen: () => screen.queryByRole("menu") !== null,
		anchor: container.firstElementChild as HTMLElement,
		// The open menu hides the rest of the page from screen readers.
		more: screen.getByRole("button", { name: "More actions" }),
	};
}

/** A press with the mouse, as a browser sends it. */
function press(element: HTMLElement) {
	const mouse = { pointerType: "mouse", button: 0 };
	fireEvent.pointerDown(element, { ...mouse, buttons: 1 });
	fireEvent.pointerUp(element, mouse);
	fireEvent.click(element, { detail: 1 });
}

test("the more-actions button opens the menu, and a second press closes it (D1.4.76)", () => {
	const { isOpen, more } = open();
	expect([isOpen(), more.getAttribute("aria-expanded")]).toEqual([false, "false"]);
	press(more);
	expect([isOpen(), more.getAttribute("aria-expanded")]).toEqual([true, "true"]);
	press(more);
	expect([isOpen(), more.getAttribute("aria-expanded")]).toEqual([false, "false"]);
});

test("a press on the more-actions button closes a menu that hovering opened (D1.4.76)", () => {
	vi.useFakeTimers();
	const { isOpen, more, anchor } = open();
	fireEvent.pointerEnter(anchor, { pointerType: "mouse", clientX: 5, clientY: 5 });
	act(() => vi.advanceTimersByTime(200));
	expect(isOpen()).toBe(true);
	press(more);
	act(() => vi.advanceTimersByTime(1_000));
	expect(isOpen()).toBe(false);
});
