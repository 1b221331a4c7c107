import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { newVersionNotice } from "../../upgrade/load-chunk.ts";
import { watchEntries } from "../../upgrade/unsaved-work.ts";
import { NewVersionNote } from "./new-version-note.tsx";

const reload = vi.fn();

beforeEach(() => {
	reload.mockClear();
	vi.stubGlobal("location", { ...location, reload });
	watchEntries();
	newVersionNotice.set(true);
});
afterEach(() => newVersionNotice.set(false));

const open = () =>
	renderAt(
		"/",
		<>
			<form>
				<input aria-label="League name" />
			</form>
			<NewVersionNote />
		</>,
	);
const pressReload = () => fireEvent.click(screen.getByRole("button", { name: "Reload" }));

test("the notice of a new version reloads an unedited page at once", () => {
	open();
	pressReload();
	expect(reload).toHaveBeenCalledOnce();
});

test("the notice of a new version asks before entries are lost", () => {
	const confirm = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true);
	vi.stubGlobal("confirm", confirm);
	open();
	fireEvent.input(screen.getByLabelText("League name"), { target: { value: "Bean Counters" } });
	pressReload();
	expect(confirm).toHaveBeenCalledWith("Reload now? What you've entered on this page and not saved will be lost.");
	expect(reload).not.toHaveBeenCalled();
	pressReload();
	expect(reload).toHaveBeenCalledOnce();
});
