import { listMockDrafts, startMockDraft } from "@first-bounce/contract/draft/draft";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { buildDraftBoard, buildDraftLeague, fakeDraft } from "../../../../../testing/web/draft-fakes.ts";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { MockDraftsScreen } from "./mock-drafts-screen.tsx";

const START = "/draft/mock-drafts/start";
const draft = {
	leagueId: 40,
	draftStatus: "live" as const,
	createdAt: "2026-09-12T05:00:00.000Z",
	deletedAt: "2026-09-13T05:00:00.000Z",
};

function open(
	path: string,
	{ left = 3, start = () => success(startMockDraft, { league: buildDraftLeague({ id: 41 }) }), handlers = {} } = {},
) {
	const api = fakeDraft({
		getBoard: () => buildDraftBoard(),
		handlers: {
			"/draft/mock-drafts": () => success(listMockDrafts, { drafts: [draft], left }),
			[START]: start,
			...handlers,
		},
	});
	return { ...api, ...renderAt(path, <MockDraftsScreen />) };
}

describe("mock drafts", () => {
	test("start with size, position and clock, and lead into the room [D2.9.366]", async () => {
		const { posted, getAddress } = open("/leagues/mock-drafts");
		expect(await screen.findByText("3 left today")).toBeDefined();
		const choose = async (field: RegExp, option: string) => {
			fireEvent.click(screen.getByRole("button", { name: field }));
			fireEvent.click(await screen.findByRole("option", { name: option }));
		};
		await choose(/Number of teams/, "12 teams");
		await choose(/Your position/, "Pick 12");
		await choose(/Time per pick/, "30 seconds");
		fireEvent.click(screen.getByRole("button", { name: "Start mock draft" }));
		await waitFor(() => expect(getAddress()).toBe("/leagues/41/draft"));
		expect(posted[0]?.body).toEqual({ size: 12, draftType: "snake", pickTurnTime: 30, position: 12 });
	});

	test("are listed with their room, their state and their end [D2.9.366]", async () => {
		open("/leagues/mock-drafts");
		const list = within(await screen.findByRole("list", { name: "Your mock drafts" }));
		expect(list.getByRole("link").getAttribute("href")).toBe("/leagues/40/draft");
		expect(list.getByText("Drafting now")).toBeDefined();
		expect(list.getByText(/^Deleted 13 Sep/)).toBeDefined();
	});

	test("of a league have its size and settings [D2.9.366]", async () => {
		const { posted } = open("/leagues/mock-drafts?league=5");
		expect(await screen.findByText("With the size and settings of Café Ruck.")).toBeDefined();
		expect(screen.queryByText("Number of teams")).toBeNull();
		fireEvent.click(screen.getByRole("button", { name: "Start mock draft" }));
		await waitFor(() => expect(posted[0]?.body).toEqual({ leagueId: 5 }));
	});

	test("of a league that cannot be loaded say why", async () => {
		open("/leagues/mock-drafts?league=5", {
			handlers: { "/draft/league/5": () => refusal(500, "internal", "The league is away") },
		});
		expect((await screen.findByRole("alert")).textContent).toContain("The league is away");
		expect(screen.queryByRole("button", { name: "Start mock draft" })).toBeNull();
	});

	test("say when none is left, or why one was refused [D2.9.366]", async () => {
		const none = open("/leagues/mock-drafts", { left: 0 });
		expect(await screen.findByText(/You've used today's mock drafts/)).toBeDefined();
		expect(screen.getByRole("button", { name: "Start mock draft" })).toHaveProperty("disabled", true);
		none.unmount();
		open("/leagues/mock-drafts", {
			start: () => refusal(429, "too-many-mock-drafts", "You can start 5 mock drafts a day"),
		});
		fireEvent.click(await screen.findByRole("button", { name: "Start mock draft" }));
		expect(await screen.findByText("You can start 5 mock drafts a day")).toBeDefined();
	});
});
