import { ApiFailure } from "@first-bounce/contract/client";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { ErrorModal } from "./error-modal.tsx";
import { showProblem } from "./problem-store.ts";

describe("the error modal", () => {
	test("shows the server's message, with Cancel as the only button (D1.8.04, D1.8.05)", async () => {
		renderAt("/", <ErrorModal />);
		expect(screen.queryByRole("alertdialog")).toBeNull();
		act(() => showProblem({ message: "Maeve Callinan is locked" }));
		const modal = await screen.findByRole("alertdialog", { name: "Something went wrong" });
		expect(within(modal).getByText("Maeve Callinan is locked")).toBeDefined();
		expect(
			within(modal)
				.getAllByRole("button")
				.map((button) => button.textContent),
		).toEqual(["Cancel"]);
		fireEvent.click(within(modal).getByRole("button"));
		await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
	});

	test("shows the title and first message, and calls onClose (D1.3.69)", async () => {
		const failure = new ApiFailure(422, [
			{ code: "locked", message: "Maeve Callinan is locked" },
			{ code: "no-place", message: "There is no spot for her" },
		]);
		const onClose = vi.fn();
		renderAt("/", <ErrorModal />);
		act(() => showProblem({ title: "Not saved", message: failure.message, onClose }));
		const modal = within(await screen.findByRole("alertdialog", { name: "Not saved" }));
		expect(modal.getByText("Maeve Callinan is locked")).toBeDefined();
		expect(modal.queryByText("There is no spot for her")).toBeNull();
		expect(onClose).not.toHaveBeenCalled();
		fireEvent.click(modal.getByRole("button"));
		await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
	});

	test("names its button as asked, for what is no error", async () => {
		renderAt("/", <ErrorModal />);
		act(() => showProblem({ title: "You've been signed out", message: "Sign in again", closeLabel: "Close" }));
		const modal = within(await screen.findByRole("alertdialog", { name: "You've been signed out" }));
		expect(modal.getAllByRole("button").map((button) => button.textContent)).toEqual(["Close"]);
	});
});
