import { listNames, listReports } from "@first-bounce/contract/operator/people";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, success } from "../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { ModerationSection } from "./moderation.tsx";

beforeEach(() => {
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
});

const Moderation = () => {
	useOperatorTexts();
	return <ModerationSection />;
};

test("going back from the reports to the teams starts without a search", async () => {
	const { queries } = fakeApi({
		"/operator/names": () => success(listNames, { names: [], nextBefore: null }),
		"/operator/reports": () => success(listReports, { reports: [] }),
	});
	const { queryClient } = renderAt("/operator/moderation", <Moderation />);
	const choose = async (name: string) => fireEvent.click(await screen.findByRole("radio", { name }));
	await choose("Teams");
	fireEvent.change(await screen.findByRole("searchbox"), { target: { value: "bag" } });
	await waitFor(() => expect(queries.at(-1)?.query).toEqual({ kind: "team", search: "bag" }));
	await choose("Reports");
	// Otherwise the list without a search would still be in the cache.
	queryClient.removeQueries({ type: "inactive" });
	await choose("Teams");
	expect(screen.getByRole("searchbox")).toHaveProperty("value", "");
	const listNameQueries = () => queries.filter(({ path }) => path === "/operator/names").map(({ query }) => query);
	await waitFor(() => expect(listNameQueries()).toHaveLength(3));
	expect(listNameQueries()).toEqual([{ kind: "team" }, { kind: "team", search: "bag" }, { kind: "team" }]);
});

test("further reports are on a next page, the oldest first", async () => {
	const report = { kind: "message", leagueId: 5, leagueName: "Bosses", teamName: "Kit Bag", reports: 1 } as const;
	const build = (id: number) => ({ ...report, id, text: `Rude ${id}`, at: "2026-09-04T05:00:00.000Z" });
	const { queries } = fakeApi({
		"/operator/reports": () =>
			queries.at(-1)?.query.skip
				? success(listReports, { reports: [build(51)], nextSkip: null })
				: success(listReports, { reports: [build(1)], nextSkip: 50 }),
	});
	renderAt("/operator/moderation", <Moderation />);
	expect(await screen.findByText("Rude 1")).toBeDefined();
	fireEvent.click(screen.getByRole("button", { name: "Newer" }));
	expect(await screen.findByText("Rude 51")).toBeDefined();
	expect(queries.at(-1)?.query).toEqual({ skip: "50" });
});
