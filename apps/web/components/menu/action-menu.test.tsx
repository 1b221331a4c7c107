import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { Button } from "react-aria-components/Button";
import { beforeEach, expect, test, vi } from "vitest";
import { renderAt } from "../../testing/render-at.tsx";
import { ActionMenu } from "./action-menu.tsx";

const onAction = vi.fn();
beforeEach(() => {
	onAction.mockReset();
	renderAt(
		"/",
		<>
			{["Ada", "Bea"].map((name) => (
				<ActionMenu
					key={name}
					label={`Actions for ${name}`}
					actions={[
						{ id: "captain", label: "Make captain", icon: "captain" },
						{ id: "swap", label: "Swap", icon: "swap" },
					]}
					onAction={(id) => onAction(name, id)}
					opensOnHover
				>
					<Button>{name}</Button>
				</ActionMenu>
			))}
			<p>Elsewhere</p>
		</>,
	);
});

const button = (name: string) => screen.getByRole("button", { name });
const mouse = { pointerType: "mouse", buttons: 0 };
const isClosed = () => waitFor(() => expect(screen.queryByRole("menu")).toBeNull());

/** Opens the menu by keyboard, and waits until its first item has the focus. */
async function openByKey(name: string) {
	act(() => button(name).focus());
	fireEvent.keyDown(button(name), { key: "Enter" });
	fireEvent.keyUp(button(name), { key: "Enter" });
	await screen.findByRole("menu", { name });
	await waitFor(() => expect(document.activeElement?.textContent).toBe("Make captain"));
}

test("by keyboard a menu takes the focus, runs the chosen action, and gives the focus back", async () => {
	await openByKey("Ada");
	fireEvent.keyDown(document.activeElement as Element, { key: "ArrowDown" });
	expect(document.activeElement?.textContent).toBe("Swap");
	fireEvent.keyDown(document.activeElement as Element, { key: "Enter" });
	fireEvent.keyUp(document.activeElement as Element, { key: "Enter" });
	await isClosed();
	expect(onAction.mock.calls).toEqual([["Ada", "swap"]]);
	await waitFor(() => expect(document.activeElement).toBe(button("Ada")));
});

test("Escape closes a menu and gives the focus back", async () => {
	await openByKey("Ada");
	fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });
	await isClosed();
	await waitFor(() => expect(document.activeElement).toBe(button("Ada")));
	expect(onAction).not.toHaveBeenCalled();
});

test("a press beside a menu closes it, a press on it does not", async () => {
	await openByKey("Ada");
	fireEvent.pointerDown(screen.getByRole("menu"));
	expect(screen.getByRole("menu")).toBeDefined();
	fireEvent.pointerDown(screen.getByText("Elsewhere"));
	await isClosed();
});

test("hovering opens a menu without taking the focus; leaving, Escape or another menu closes it", async () => {
	const enter = (name: string, x: number) => fireEvent.pointerEnter(button(name), { ...mouse, clientX: x, clientY: 5 });
	act(() => button("Bea").focus());
	enter("Ada", 1);
	await screen.findByRole("menu", { name: "Ada" });
	expect(document.activeElement).toBe(button("Bea"));
	fireEvent.pointerLeave(button("Ada"), mouse);
	await isClosed();
	enter("Ada", 2);
	await screen.findByRole("menu", { name: "Ada" });
	enter("Bea", 3);
	await screen.findByRole("menu", { name: "Bea" });
	await waitFor(() => expect(screen.getAllByRole("menu")).toHaveLength(1));
	fireEvent.keyDown(document.body, { key: "Escape" });
	await isClosed();
	expect(onAction).not.toHaveBeenCalled();
});
