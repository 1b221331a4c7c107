import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderAt } from "../../testing/render-at.tsx";
import { ErrorModal } from "./error-modal.tsx";
import { showProblem } from "./problem-store.ts";

describe("the error modal", () => {
	test("shows the server's message, and has nothing to press but Cancel", async () => {
		renderAt("/", <ErrorModal />);
		expect(screen.queryByRole("alertdialog")).toBeNull();
		act(() => showProblem({ message: "Maeve Callinan is locked" }));
		const modal = await screen.findByRole("alertdialog", { name: "That did not work" });
		expect(within(modal).getByText("Maeve Callinan is locked")).toBeDefined();
		expect(
			within(modal)
				.getAllByRole("button")
				.map((button) => button.textContent),
		).toEqual(["Cancel"]);
		fireEvent.click(within(modal).getByRole("button"));
		await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
	});
});
