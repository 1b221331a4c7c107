import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { Toasts } from "../../../components/toast/toasts.tsx";
import { renderAt } from "../../../testing/render-at.tsx";
import type { Draft } from "../model/draft.ts";
import { useToldOfDraft } from "./use-told-of-draft.ts";

afterEach(cleanup);

const draft = (): Draft => ({}) as Draft;
const FULL = draft();

const Team = () => {
	const [present, setPresent] = useState(FULL);
	const tell = useToldOfDraft(present);
	const clear = () => {
		setPresent(draft());
		tell({ text: "Everyone is out.", action: { label: "Take it back", onPress: () => setPresent(FULL) } });
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

test("what a toast says of the team goes once it is no longer so, and comes again with it", () => {
	renderAt("/team", <Team />);
	press("Clear");
	expect(screen.getByText("Everyone is out.")).toBeDefined();
	press("Undo");
	expect(screen.queryByText("Everyone is out.")).toBeNull();
	press("Clear");
	press("Take it back");
	expect(screen.queryByText("Everyone is out.")).toBeNull();
	press("Clear");
	cleanup();
	renderAt("/", <Toasts />);
	expect(screen.queryByText("Everyone is out.")).toBeNull();
});
