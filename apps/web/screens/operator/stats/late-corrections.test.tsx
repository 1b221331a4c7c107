import {
	acceptLateCorrections,
	listStatReviews,
	previewLateCorrection,
	previewLateCorrections,
} from "@first-bounce/contract/operator/reviews";
import { listRounds, type OperatorMatch, rerunPrices, reviewPrices } from "@first-bounce/contract/operator/season";
import { type CorrectionEffect, showStatLines } from "@first-bounce/contract/operator/stats";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, file, refusal, success } from "../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { getProblem } from "../../../components/error-modal/problem-store.ts";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { CorrectionsSection } from "./corrections.tsx";

beforeEach(() => {
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
});

const buildMatch = (id: number): OperatorMatch => ({
	id,
	roundId: 1,
	homeSquadId: 11,
	awaySquadId: 12,
	startsAt: "2026-08-28T09:00:00.000Z",
	venue: "The oval",
	status: "complete",
	minutes: null,
	homeScore: null,
	awayScore: null,
	isAbandoned: false,
});
const COUNTS = { ...EMPTY_STAT_LINE, K: 3, TOG: 80 };
const buildCorrection = (matchId: number, name: string) => ({
	match: buildMatch(matchId),
	since: "2026-08-30T09:00:00.000Z",
	version: `1.${matchId}.1`,
	lines: [{ playerId: matchId, name, before: COUNTS, reported: { ...COUNTS, K: 4 }, problems: [] }],
	score: null,
});
const effect: CorrectionEffect = {
	roundId: 1,
	isPublished: true,
	players: [{ playerId: 101, name: "Ada Reef", before: 9, after: 12 }],
	rounds: [{ roundId: 1, teamsTouched: 7, ranksMoved: 5, resultsChanged: 0, leaguesTouched: 0, moves: [] }],
	prices: null,
};
const Section = () => {
	useOperatorTexts();
	return <CorrectionsSection />;
};
const withoutRounds = { "/operator/rounds": () => success(listRounds, { rounds: [] }) };

test("accepting all late corrections shows and accepts the same versions", async () => {
	const api = fakeApi({
		...withoutRounds,
		"/operator/stat-reviews": () =>
			success(listStatReviews, {
				faultyLines: [],
				lateCorrections: [buildCorrection(101, "Ada Reef"), buildCorrection(102, "Bea Cliff")],
				reducedLines: [],
			}),
		"/operator/late-corrections/preview": () => success(previewLateCorrections, effect),
		"/operator/late-corrections/accept": () => success(acceptLateCorrections, { accepted: 2 }),
	});
	renderAt("/operator/corrections", <Section />);
	fireEvent.click(await screen.findByRole("button", { name: "Accept all 2 corrections" }));
	const dialog = within(screen.getByRole("dialog"));
	expect(await dialog.findByText(/Round 1: scores that change: 7/)).toBeTruthy();
	const corrections = [
		{ matchId: 101, version: "1.101.1" },
		{ matchId: 102, version: "1.102.1" },
	];
	expect(api.posted).toEqual([{ path: "/operator/late-corrections/preview", body: { corrections } }]);
	fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Official stats" } });
	fireEvent.click(dialog.getByRole("button", { name: "Accept all 2 corrections" }));
	await waitFor(() =>
		expect(api.posted.slice(1)).toEqual([
			{ path: "/operator/late-corrections/accept", body: { reason: "Official stats", corrections } },
		]),
	);
});

test("a corrected score is listed, and changes no points (D2.9.162)", async () => {
	const correction = {
		...buildCorrection(101, "Ada Reef"),
		lines: [],
		score: { before: { home: 45, away: 40 }, reported: { home: 51, away: 40 } },
	};
	fakeApi({
		...withoutRounds,
		"/operator/stat-reviews": () =>
			success(listStatReviews, { faultyLines: [], lateCorrections: [correction], reducedLines: [] }),
		"/operator/late-corrections/101": () =>
			success(previewLateCorrection, { correction, effect: { ...effect, players: [], rounds: [] } }),
	});
	renderAt("/operator/corrections", <Section />);
	expect(await screen.findByText("Score 45–40 → 51–40")).toBeTruthy();
	fireEvent.click(screen.getByRole("button", { name: /^Preview/ }));
	const dialog = within(screen.getByRole("dialog"));
	expect(await dialog.findByText("Score 45–40 → 51–40")).toBeTruthy();
	expect(dialog.getByText("Only the score that is shown changes: no points, ranks or prices.")).toBeTruthy();
});

test("prices based on old stats are counted, and re-run there (D2.9.163)", async () => {
	const match = buildMatch(101);
	const round = { phase: "complete", publishesAt: null, hold: null, publishedAt: null, magicNumber: 9000 } as const;
	let changes = [1, 2].map((playerId) => ({ playerId, name: "Ada Reef", before: 300_000, after: 310_000 }));
	const review = { roundId: 2, magicNumber: 9000, isPublished: true, mayRun: true };
	const api = fakeApi({
		"/operator/rounds": () => success(listRounds, { rounds: [1, 2].map((id) => ({ ...round, id, matches: [match] })) }),
		"/operator/stat-reviews": () =>
			success(listStatReviews, { faultyLines: [], lateCorrections: [], reducedLines: [] }),
		"/operator/matches/101/lines": () => success(showStatLines, { match, lines: [] }),
		"/operator/rounds/2/prices": () => success(reviewPrices, { ...review, changes }),
		"/operator/rounds/2/rerun-prices": () => {
			changes = [];
			return success(rerunPrices, { changed: 2, magicNumber: 9000 });
		},
	});
	renderAt("/operator/corrections", <Section />);
	const notice = await screen.findByText(/Re-running them would change 2 prices\./);
	expect(notice.textContent).toContain("Prices of round 2 differ from its current stats.");
	fireEvent.click(screen.getByRole("button", { name: "Re-run prices" }));
	const dialog = within(screen.getByRole("dialog"));
	fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Official stats" } });
	fireEvent.click(dialog.getByRole("button", { name: "Re-run prices" }));
	await waitFor(() => expect(screen.queryByText(/Re-running them would change/)).toBeNull());
	expect(api.posted).toEqual([{ path: "/operator/rounds/2/rerun-prices", body: { reason: "Official stats" } }]);
});

test("if prices cannot be checked, the corrections are shown without an error", async () => {
	const round = { phase: "complete", publishesAt: null, hold: null, publishedAt: null, magicNumber: 9000 } as const;
	const { requests } = fakeApi({
		"/operator/rounds": () => success(listRounds, { rounds: [{ ...round, id: 2, matches: [buildMatch(101)] }] }),
		"/operator/stat-reviews": () =>
			success(listStatReviews, {
				faultyLines: [],
				lateCorrections: [buildCorrection(101, "Ada Reef")],
				reducedLines: [],
			}),
		"/operator/matches/101/lines": () => success(showStatLines, { match: buildMatch(101), lines: [] }),
		...Object.fromEntries(
			["season", "squads", "players", "rounds"].map((name) => [`/json/fantasy/${name}.json`, () => file([])]),
		),
		"/operator/rounds/2/prices": () => refusal(503, "busy", "The game is being updated"),
	});
	const { queryClient } = renderAt("/operator/corrections", <Section />);
	expect(await screen.findByRole("button", { name: /^Preview/ })).toBeTruthy();
	await waitFor(() => expect(requests).toContain("GET /operator/rounds/2/prices"));
	await waitFor(() => expect(queryClient.isFetching()).toBe(0));
	expect(getProblem()).toBeNull();
});

test("a match to come shows its start, and no DNP (D2.9.234)", async () => {
	const match: OperatorMatch = { ...buildMatch(101), status: "scheduled" };
	const round = { phase: "open", publishesAt: null, hold: null, publishedAt: null, magicNumber: null } as const;
	const ada = { playerId: 101, name: "Ada Reef", squadId: 11, stats: null, points: null, isCorrected: false };
	fakeApi({
		"/operator/rounds": () => success(listRounds, { rounds: [{ ...round, id: 1, matches: [match] }] }),
		"/operator/stat-reviews": () =>
			success(listStatReviews, { faultyLines: [], lateCorrections: [], reducedLines: [] }),
		"/operator/matches/101/lines": () => success(showStatLines, { match, lines: [ada] }),
	});
	renderAt("/operator/corrections", <Section />);
	const row = await screen.findByRole("row", { name: /Ada Reef/ });
	expect(screen.getByText(/This match has not been played yet. It starts/).textContent).toContain("28 Aug");
	expect(row.textContent).not.toContain("DNP");
});
