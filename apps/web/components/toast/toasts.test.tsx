import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import type { ToastMessage } from "./toast-region.tsx";
import { showToast, Toasts } from "./toasts.tsx";

const show = (toast: ToastMessage) => act(() => void showToast(toast));

/** Renders the region and shows a first toast, with which the region's script is loaded. */
async function openWithToast(text: string) {
	renderAt("/", <Toasts />);
	show({ text });
	return screen.findByRole("alertdialog", { name: text });
}

test("a toast is announced and named, and can be dismissed", async () => {
	const toast = await openWithToast("Trade made");
	expect(within(toast).getByRole("alert").textContent).toBe("Trade made");
	expect(within(screen.getByRole("region", { name: "Notifications" })).getAllByRole("alertdialog")).toEqual([toast]);
	fireEvent.click(within(toast).getByRole("button", { name: "Dismiss" }));
	await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test("a toast's action runs once and closes it", async () => {
	const onPress = vi.fn();
	await openWithToast("Saved");
	show({ text: "All unlocked players removed.", action: { label: "Undo", onPress } });
	fireEvent.click(screen.getByRole("button", { name: "Undo" }));
	expect(onPress).toHaveBeenCalledOnce();
	expect(screen.getAllByRole("alertdialog").map(({ textContent }) => textContent)).toEqual(["Saved"]);
});

test("only the three newest toasts are kept", async () => {
	await openWithToast("One");
	for (const text of ["Two", "Three", "Four"]) show({ text });
	const listTexts = () => screen.getAllByRole("alert").map(({ textContent }) => textContent);
	expect(listTexts()).toEqual(["Four", "Three", "Two"]);
	fireEvent.click(screen.getAllByRole("button", { name: "Dismiss" })[0] as HTMLElement);
	expect(listTexts()).toEqual(["Three", "Two"]);
});

test("a toast disappears after six seconds, twelve with an action", async () => {
	await openWithToast("First");
	vi.useFakeTimers();
	show({ text: "Short" });
	show({ text: "Long", action: { label: "Undo", onPress: () => undefined } });
	const isShown = (text: string) => screen.queryByText(text) !== null;
	const advanceTime = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
	advanceTime(5_900);
	expect([isShown("Short"), isShown("Long")]).toEqual([true, true]);
	advanceTime(200);
	expect([isShown("Short"), isShown("Long")]).toEqual([false, true]);
	act(() => screen.getByRole("alertdialog", { name: "Long" }).focus());
	advanceTime(60_000);
	expect(isShown("Long")).toBe(true);
	act(() => screen.getByRole("alertdialog", { name: "Long" }).blur());
	advanceTime(5_800);
	expect(isShown("Long")).toBe(true);
	advanceTime(200);
	expect(isShown("Long")).toBe(false);
});
