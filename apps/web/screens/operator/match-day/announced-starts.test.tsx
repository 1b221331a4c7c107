import {
	listAnnouncedStarts,
	listPayloads,
	type PayloadEntry,
	showPayload,
} from "@first-bounce/contract/operator/feeds";
import { listStatReviews } from "@first-bounce/contract/operator/reviews";
import { changeMatch, listRounds, type OperatorMatch } from "@first-bounce/contract/operator/season";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, notSignedIn, refusal, success } from "../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { FeedsSection } from "./feeds.tsx";

beforeEach(() => {
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
});

const [SCHEDULED_START, ANNOUNCED_START, SINCE] = [
	"2026-08-28T09:00:00.000Z",
	"2026-08-28T09:45:00.000Z",
	"2026-08-26T01:00:00.000Z",
];
const match: OperatorMatch = {
	id: 101,
	roundId: 1,
	homeSquadId: 11,
	awaySquadId: 12,
	startsAt: SCHEDULED_START,
	venue: "The oval",
	status: "scheduled",
	minutes: null,
	homeScore: null,
	awayScore: null,
	isAbandoned: false,
};

const Feeds = () => {
	useOperatorTexts();
	return <FeedsSection />;
};

/** Opens the feeds section with a stand-in server that applies match changes. */
function openFeeds(announced: string, handlers: Parameters<typeof fakeApi>[0] = {}) {
	let startsAt = SCHEDULED_START;
	const api = fakeApi({
		"/operator/payloads": () => success(listPayloads, { payloads: [], nextBefore: null }),
		"/operator/stat-reviews": notSignedIn,
		"/operator/rounds": () => success(listRounds, { rounds: [] }),
		"/operator/announced-starts": () =>
			success(listAnnouncedStarts, {
				starts: startsAt === announced ? [] : [{ match: { ...match, startsAt }, announced, since: SINCE }],
			}),
		"/operator/matches/101": (body) => {
			const { change } = body as { change: { startsAt: string } };
			startsAt = change.startsAt;
			return success(changeMatch, { match: { ...match, startsAt } });
		},
		...handlers,
	});
	renderAt("/operator/feeds", <Feeds />);
	return api;
}

const findTable = () => screen.findByRole("table", { name: "Different start times in the feed" });

test("a match with another announced start can be moved", async () => {
	const { posted } = openFeeds(ANNOUNCED_START);
	const [, row] = within(await findTable()).getAllByRole("row");
	if (!row) throw new Error("no row");
	const shown = [...row.querySelectorAll("time")].map(({ dateTime }) => dateTime);
	expect(within(row).getByRole("rowheader").textContent).toBe("11 – 12");
	expect(shown).toEqual([SCHEDULED_START, ANNOUNCED_START, SINCE]);

	fireEvent.click(within(row).getByRole("button", { name: "Change 11 – 12" }));
	const dialog = await screen.findByRole("dialog");
	fireEvent.change(within(dialog).getByLabelText("Reason"), { target: { value: "as the league announced" } });
	fireEvent.click(within(dialog).getByRole("button", { name: "Change the start time" }));
	await waitFor(() => expect(screen.queryByRole("table", { name: "Different start times in the feed" })).toBeNull());
	const change = { do: "reschedule", startsAt: ANNOUNCED_START, venue: "The oval" };
	expect(posted).toEqual([{ path: "/operator/matches/101", body: { reason: "as the league announced", change } }]);
});

test.each(["/operator/announced-starts", "/operator/stat-reviews"])(
	"says that %s could not be loaded",
	async (failing) => {
		const { requests } = openFeeds(SCHEDULED_START, {
			"/operator/stat-reviews": () =>
				success(listStatReviews, { faultyLines: [], reducedLines: [], lateCorrections: [] }),
			[failing]: () => refusal(422, "unavailable", "It is being updated"),
		});
		expect(await screen.findByText("It is being updated")).toBeDefined();
		const count = requests.length;
		fireEvent.click(screen.getByRole("button", { name: "Try again" }));
		await waitFor(() => expect(requests.slice(count)).toContain(`GET ${failing}`));
	},
);

test("without differing start times only the payloads are shown", async () => {
	const { requests } = openFeeds(SCHEDULED_START);
	await screen.findByText("No payloads");
	await waitFor(() => expect(requests).toContain("GET /operator/announced-starts"));
	expect(screen.queryByText("Different start times in the feed")).toBeNull();
});

test("only a payload in quarantine can be applied or dismissed", async () => {
	const buildPayload = (id: number, verdict: PayloadEntry["verdict"]): PayloadEntry => ({
		id,
		source: "csv",
		kind: "match",
		subject: "101",
		receivedAt: SINCE,
		seasonAt: SINCE,
		verdict,
		problems: [],
		repeatedProblems: 0,
		warnings: [],
		bytes: 2,
	});
	const payloads = [buildPayload(7, "quarantined"), buildPayload(8, "applied")];
	const show = (payload: PayloadEntry) => success(showPayload, { payload, text: "{}", isCut: false });
	openFeeds(SCHEDULED_START, {
		"/operator/payloads": () => success(listPayloads, { payloads, nextBefore: null }),
		"/operator/payloads/7": () => show(payloads[0] as PayloadEntry),
		"/operator/payloads/8": () => show(payloads[1] as PayloadEntry),
	});
	const listButtons = async (id: number) => {
		fireEvent.click(await screen.findByRole("button", { name: `View payload ${id}` }));
		const dialog = within(await screen.findByRole("dialog"));
		await dialog.findByRole("textbox");
		const names = ["Apply anyway", "Dismiss"].filter((name) => dialog.queryByRole("button", { name }));
		fireEvent.click(dialog.getByRole("button", { name: "Close" }));
		return names;
	};
	expect(await listButtons(7)).toEqual(["Apply anyway", "Dismiss"]);
	expect(await listButtons(8)).toEqual([]);
});
