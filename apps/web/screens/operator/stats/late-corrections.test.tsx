import {
	acceptLateCorrections,
	listStatReviews,
	previewLateCorrections,
} from "@first-bounce/contract/operator/reviews";
import type { OperatorMatch } from "@first-bounce/contract/operator/season";
import type { CorrectionEffect } from "@first-bounce/contract/operator/stats";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, success } from "../../../testing/fake-api.ts";
import { renderAt } from "../../../testing/render-at.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { LateCorrections } from "./late-corrections.tsx";

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
const COUNTS = { K: 3, H: 0, M: 0, T: 0, FF: 0, FA: 0, HO: 0, G: 0, B: 0, TOG: 80 };
const buildCorrection = (matchId: number, name: string) => ({
	match: buildMatch(matchId),
	since: "2026-08-30T09:00:00.000Z",
	version: `1.${matchId}.1`,
	lines: [{ playerId: matchId, name, before: COUNTS, reported: { ...COUNTS, K: 4 }, faults: [] }],
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
	return <LateCorrections />;
};

test("accepting all late corrections first shows their common effect, and accepts what was shown", async () => {
	const api = fakeApi({
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
	expect(await dialog.findByText(/Round 1: points of 7 teams/)).toBeTruthy();
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
