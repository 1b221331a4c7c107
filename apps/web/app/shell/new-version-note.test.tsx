import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ErrorModal } from "../../components/error-modal/error-modal.tsx";
import { renderAt } from "../../testing/render-at.tsx";
import { showNewVersion } from "../../upgrade/new-version.ts";
import { watchEntries } from "../../upgrade/unsaved-work.ts";
import { NewVersionNote } from "./new-version-note.tsx";

const reload = vi.fn();

beforeEach(() => {
	reload.mockClear();
	vi.stubGlobal("location", { ...location, reload });
	watchEntries();
	showNewVersion();
});
afterEach(() => showNewVersion(false));

const open = () =>
	renderAt(
		"/",
		<>
			<form>
				<input aria-label="League name" />
			</form>
			<NewVersionNote />
			<ErrorModal />
		</>,
	);
const pressReload = () => fireEvent.click(screen.getByRole("button", { name: "Reload" }));

test("the notice of a new version reloads a page without entries at once", () => {
	open();
	pressReload();
	expect(reload).toHaveBeenCalledOnce();
});

test("the notice of a new version asks before entries are lost", async () => {
	open();
	fireEvent.input(screen.getByLabelText("League name"), { target: { value: "Bean Counters" } });
	pressReload();
	const question = await screen.findByRole("alertdialog", { name: "Reload now?" });
	expect(question.textContent).toContain("What you've entered on this page and not saved will be lost.");
	expect(reload).not.toHaveBeenCalled();
	fireEvent.click(within(question).getByRole("button", { name: "Cancel" }));
	expect(screen.getByLabelText<HTMLInputElement>("League name").value).toBe("Bean Counters");
	expect(reload).not.toHaveBeenCalled();

	pressReload();
	fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Reload" }));
	expect(reload).toHaveBeenCalledOnce();
});
