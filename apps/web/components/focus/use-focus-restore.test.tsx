import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { expect, test, vi } from "vitest";
import { useFocusRestore } from "./use-focus-restore.ts";

/** A card whose menu is rendered elsewhere in the page; choosing an item replaces the card. */
const Screen = () => {
	const focusProps = useFocusRestore<HTMLDivElement>();
	const [action, setAction] = useState<string | null>(null);
	return (
		<div {...focusProps}>
			<h1 tabIndex={-1}>Kit Bag</h1>
			<button type="button">Elsewhere</button>
			{action === "autofill" ? null : (
				<button type="button" onClick={() => setAction("autofill")}>
					Autofill
				</button>
			)}
			<div data-place="field-DEF-0">
				{action === null ? (
					<>
						<button type="button">Card</button>
						{createPortal(
							<button type="button" onClick={() => setAction("remove")}>
								Remove
							</button>,
							document.body,
						)}
					</>
				) : (
					<button type="button">Add DEF</button>
				)}
			</div>
		</div>
	);
};

/** A button whose dialog is rendered elsewhere in the page; what happens in it does not render the screen again. */
const Opener = () => {
	const [step, setStep] = useState<"closed" | "asks" | "says">("closed");
	const dialog = (
		<div role="dialog" tabIndex={-1} aria-label="Undo">
			{step === "asks" ? (
				<button type="button" onClick={() => setStep("says")}>
					Confirm
				</button>
			) : null}
			<button type="button" onClick={() => setStep("closed")}>
				Close
			</button>
		</div>
	);
	return (
		<>
			<button type="button" onClick={() => setStep("asks")}>
				Undo
			</button>
			{step === "closed" ? null : createPortal(dialog, document.body)}
		</>
	);
};
const Moves = () => (
	<div {...useFocusRestore<HTMLDivElement>()}>
		<h1 tabIndex={-1}>Moves</h1>
		<Opener />
	</div>
);

const press = (name: string) => {
	const button = screen.getByRole("button", { name });
	button.focus();
	fireEvent.click(button);
};

test("an action from a player's menu focuses the replacing card", async () => {
	render(<Screen />);
	screen.getByRole("button", { name: "Card" }).focus();
	press("Remove");
	await waitFor(() => expect(document.activeElement?.textContent).toBe("Add DEF"));
});

test("when the focused button disappears, the focus moves to the title", async () => {
	render(<Screen />);
	press("Autofill");
	await waitFor(() => expect(document.activeElement?.textContent).toBe("Kit Bag"));
});

test("the focus stays where the user has moved it", () => {
	vi.useFakeTimers();
	render(<Screen />);
	screen.getByRole("button", { name: "Card" }).focus();
	press("Remove");
	screen.getByRole("button", { name: "Elsewhere" }).focus();
	vi.runAllTimers();
	expect(document.activeElement?.textContent).toBe("Elsewhere");
});

test("a dialog keeps the focus, and gives it back when it closes", async () => {
	vi.useFakeTimers();
	render(<Moves />);
	press("Undo");
	await vi.advanceTimersByTimeAsync(1_000);
	press("Confirm");
	await vi.advanceTimersByTimeAsync(1_000);
	expect(document.activeElement).toBe(screen.getByRole("dialog"));
	press("Close");
	await vi.advanceTimersByTimeAsync(1_000);
	expect(document.activeElement).toBe(screen.getByRole("button", { name: "Undo" }));
});
