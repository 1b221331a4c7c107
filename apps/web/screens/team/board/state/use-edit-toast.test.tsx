import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { Toasts } from "../../../../components/toast/toasts.tsx";
import type { EditedLineup } from "../../editor/edited-lineup.ts";
import { useEditToast } from "./use-edit-toast.ts";

const createEditedLineup = (): EditedLineup => ({}) as EditedLineup;
const FULL = createEditedLineup();

const Team = () => {
	const [present, setPresent] = useState(FULL);
	const showEditToast = useEditToast(present);
	const clear = () => {
		setPresent(createEditedLineup());
		showEditToast({ text: "Team cleared", action: { label: "Restore", onPress: () => setPresent(FULL) } });
	};
	return (
		<>
			<button type="button" onClick={clear}>
				Clear
			</button>
			<button type="button" onClick={() => setPresent(FULL)}>
				Undo
			</button>
			<Toasts />
		</>
	);
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a toast about an edit closes at the next edit", async () => {
	renderAt("/team", <Team />);
	press("Clear");
	expect(await screen.findByText("Team cleared")).toBeDefined();
	press("Undo");
	expect(screen.queryByText("Team cleared")).toBeNull();
	press("Clear");
	press("Restore");
	expect(screen.queryByText("Team cleared")).toBeNull();
	press("Clear");
	expect(screen.getByText("Team cleared")).toBeDefined();
	cleanup();
	renderAt("/", <Toasts />);
	expect(screen.queryByText("Team cleared")).toBeNull();
});
