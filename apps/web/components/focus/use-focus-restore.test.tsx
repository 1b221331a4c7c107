import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { expect, test, vi } from "vitest";
import { useFocusRestore } from "./use-focus-restore.ts";

/** A card with a menu elsewhere in the page, as menus stand; what is chosen draws the place anew. */
const Screen = () => {
	const kept = useFocusRestore<HTMLDivElement>();
	const [deed, setDeed] = useState<string | null>(null);
	return (
		<div {...kept}>
			<h1 tabIndex={-1}>Kit Bag</h1>
			<button type="button">Elsewhere</button>
			{deed === "autofill" ? null : (
				<button type="button" onClick={() => setDeed("autofill")}>
					Autofill
				</button>
			)}
			<div data-place="field-DEF-0">
				{deed === null ? (
					<>
						<button type="button">Card</button>
						{createPortal(
							<button type="button" onClick={() => setDeed("remove")}>
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

const press = (name: string) => {
	const button = screen.getByRole("button", { name });
	button.focus();
	fireEvent.click(button);
};

test("what is done with a player from her menu leaves the keyboard at her place", async () => {
	render(<Screen />);
	screen.getByRole("button", { name: "Card" }).focus();
	press("Remove");
	await waitFor(() => expect(document.activeElement?.textContent).toBe("Add DEF"));
});

test("a button that goes with what it did leaves the keyboard at the title", async () => {
	render(<Screen />);
	press("Autofill");
	await waitFor(() => expect(document.activeElement?.textContent).toBe("Kit Bag"));
});

test("whoever has gone on by herself is left alone", () => {
	vi.useFakeTimers();
	render(<Screen />);
	screen.getByRole("button", { name: "Card" }).focus();
	press("Remove");
	screen.getByRole("button", { name: "Elsewhere" }).focus();
	vi.runAllTimers();
	expect(document.activeElement?.textContent).toBe("Elsewhere");
});
