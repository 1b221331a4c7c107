import { listStatReviews } from "@first-bounce/contract/operator/reviews";
import { listRounds, type OperatorMatch } from "@first-bounce/contract/operator/season";
import {
	type CorrectionEffect,
	correctStatLines,
	type MatchStatLine,
	previewStats,
	showStatLines,
} from "@first-bounce/contract/operator/stats";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, success } from "../../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { useOperatorTexts } from "../../use-operator-texts.ts";
import { CorrectionsSection } from "../corrections.tsx";

/** What the preview waits for. */
let pendingPreview: Promise<void> | null = null;
beforeEach(() => {
	pendingPreview = null;
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
});

const match: OperatorMatch = {
	id: 101,
	roundId: 1,
	homeSquadId: 11,
	awaySquadId: 12,
	startsAt: "2026-08-28T09:00:00.000Z",
	venue: "The oval",
	status: "playing",
	minutes: null,
	homeScore: null,
	awayScore: null,
	isAbandoned: false,
};
const buildLine = (playerId: number, name: string, stats: MatchStatLine["stats"]): MatchStatLine => ({
	playerId,
	name,
	squadId: playerId < 3 ? 11 : 12,
	stats,
	points: stats ? 30 : null,
	isCorrected: false,
});
const effect: CorrectionEffect = {
	roundId: 1,
	isPublished: false,
	players: [{ playerId: 1, name: "Ada Reef", before: null, after: 45 }],
	rounds: [],
	prices: null,
};

const Corrections = () => {
	useOperatorTexts();
	return <CorrectionsSection />;
};

function openMatch() {
	const lines = [
		buildLine(1, "Ada Reef", null),
		buildLine(2, "Bea Cliff", { ...EMPTY_STAT_LINE, K: 10, TOG: 80 }),
		buildLine(3, "Cleo Ford", { ...EMPTY_STAT_LINE, K: 4, TOG: 60 }),
		buildLine(4, "Dot Rill", null),
	];
	const api = fakeApi({
		"/operator/rounds": () =>
			success(listRounds, {
				rounds: [
					{
						id: 1,
						phase: "playing",
						publishesAt: null,
						hold: null,
						publishedAt: null,
						magicNumber: null,
						matches: [match],
					},
				],
			}),
		"/operator/stat-reviews": () =>
			success(listStatReviews, { faultyLines: [], lateCorrections: [], reducedLines: [] }),
		"/operator/matches/101/lines": (body) =>
			body === undefined ? success(showStatLines, { match, lines }) : success(correctStatLines, effect),
		"/operator/matches/101/lines/preview": async () => {
			await pendingPreview;
			return success(previewStats, effect);
		},
	});
	const { queryClient } = renderAt("/operator/corrections", <Corrections />);
	return { ...api, lines, queryClient };
}
async function openGrid() {
	const opened = openMatch();
	fireEvent.click(await screen.findByRole("button", { name: "Enter the whole match" }));
	await screen.findByLabelText("Paste rows from a spreadsheet or CSV");
	return opened;
}
const paste = (...lines: string[]) => {
	fireEvent.change(screen.getByLabelText("Paste rows from a spreadsheet or CSV"), {
		target: { value: lines.join("\n") },
	});
	fireEvent.click(screen.getByRole("button", { name: "Fill in" }));
};
const getCell = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;

test("a pasted row with a problem fills nothing in (D1.9.85)", async () => {
	await openGrid();
	paste("player\tK\tH", "Ada Reef\t9\t9", "Nobody\t1\t2", "Dot Rill\tx\t2");
	const alert = await screen.findByRole("alert");
	expect(
		within(alert)
			.getAllByRole("listitem")
			.map(({ textContent }) => textContent),
	).toEqual(["Line 3: Nobody is not in this match", "Line 4: Dot Rill: K is not a whole number (x)"]);
	expect(getCell("Ada Reef: K")).toBe("");
	expect(screen.getByRole("button", { name: "Preview 0 players" }).hasAttribute("disabled")).toBe(true);
});

test("a whole match is pasted, changed, previewed and saved (D1.9.85, D1.9.86)", async () => {
	const { posted } = await openGrid();
	paste("player\tK\tH\tTOG", "Ada Reef\t9\t9\t77", "Bea Cliff\t10\t0\t80");
	await screen.findByText("2 players filled in. Check the table below, then preview.");
	expect([getCell("Ada Reef: K"), getCell("Ada Reef: M"), getCell("Bea Cliff: K")]).toEqual(["9", "", "10"]);
	// Cleo did not play after all.
	fireEvent.change(screen.getByLabelText("Cleo Ford: K"), { target: { value: "99" } });
	expect(screen.getByText("Cleo Ford: K is over 60 (99)")).toBeDefined();
	for (const key of Object.keys(EMPTY_STAT_LINE))
		fireEvent.change(screen.getByLabelText(`Cleo Ford: ${key}`), { target: { value: "" } });
	fireEvent.click(screen.getByRole("button", { name: "Preview 2 players" }));
	const dialog = await screen.findByRole("dialog", { name: "Enter the whole match" });
	expect(within(dialog).getByText(/Ada Reef/).textContent).toBe("Ada Reef DNP → 45");
	fireEvent.change(within(dialog).getByLabelText("Reason"), { target: { value: "the feed is refused" } });
	fireEvent.click(within(dialog).getByRole("button", { name: "Save 2 players" }));
	const lines = [
		{ playerId: 1, stats: { ...EMPTY_STAT_LINE, K: 9, H: 9, TOG: 77 } },
		{ playerId: 3, stats: null },
	];
	await waitFor(() =>
		expect(posted).toEqual([
			{ path: "/operator/matches/101/lines/preview", body: { lines } },
			{ path: "/operator/matches/101/lines", body: { reason: "the feed is refused", lines } },
		]),
	);
	await screen.findByRole("button", { name: "Enter the whole match" });
});

test("a correction takes no more than a stat can have", async () => {
	openMatch();
	fireEvent.click(await screen.findByRole("button", { name: "Correct: Cleo Ford" }));
	const kicks = await screen.findByLabelText<HTMLInputElement>("Kicks");
	fireEvent.change(kicks, { target: { value: "99" } });
	expect(kicks.value).toBe("60");
});

test("only what was previewed is saved, not what was edited meanwhile", async () => {
	const { promise, resolve } = Promise.withResolvers<void>();
	pendingPreview = promise;
	const { posted } = await openGrid();
	fireEvent.change(screen.getByLabelText("Ada Reef: K"), { target: { value: "9" } });
	fireEvent.click(screen.getByRole("button", { name: "Preview 1 player" }));
	await waitFor(() => expect(posted).toHaveLength(1));
	for (const name of ["Ada Reef: K", "Dot Rill: K"])
		fireEvent.change(screen.getByLabelText(name), { target: { value: "12" } });
	resolve();
	const dialog = within(await screen.findByRole("dialog", { name: "Enter the whole match" }));
	fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "the feed is refused" } });
	fireEvent.click(dialog.getByRole("button", { name: "Save 1 player" }));
	await waitFor(() => expect(posted).toHaveLength(2));
	expect(posted[1]?.body).toEqual({
		reason: "the feed is refused",
		lines: [{ playerId: 1, stats: { ...EMPTY_STAT_LINE, K: 9 } }],
	});
});

test("a correction is saved as it was previewed", async () => {
	const { promise, resolve } = Promise.withResolvers<void>();
	pendingPreview = promise;
	const { posted } = openMatch();
	fireEvent.click(await screen.findByRole("button", { name: "Correct: Bea Cliff" }));
	fireEvent.change(screen.getByLabelText("Hitouts"), { target: { value: "7" } });
	fireEvent.click(screen.getByRole("button", { name: "Preview" }));
	await waitFor(() => expect(posted).toHaveLength(1));
	fireEvent.change(screen.getByLabelText("Hitouts"), { target: { value: "70" } });
	resolve();
	fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "counted again" } });
	fireEvent.submit(screen.getByLabelText("Reason"));
	await waitFor(() => expect(posted).toHaveLength(2));
	const stats = { ...EMPTY_STAT_LINE, K: 10, HO: 7, TOG: 80 };
	expect(posted[1]?.body).toEqual({ reason: "counted again", lines: [{ playerId: 2, stats }] });
});

test("new stats from the feed fill cells that nobody edited (D1.9.85)", async () => {
	const { lines, queryClient } = await openGrid();
	fireEvent.change(screen.getByLabelText("Ada Reef: K"), { target: { value: "9" } });
	lines[1] = buildLine(2, "Bea Cliff", { ...EMPTY_STAT_LINE, K: 11, TOG: 80 });
	await queryClient.invalidateQueries();
	await waitFor(() => expect(getCell("Bea Cliff: K")).toBe("11"));
	expect(getCell("Ada Reef: K")).toBe("9");
	expect(screen.getByRole("button", { name: "Preview 1 player" })).toBeDefined();
});

test("one player is corrected up to the most hitouts of a match", async () => {
	const { posted } = openMatch();
	fireEvent.click(await screen.findByRole("button", { name: "Correct: Bea Cliff" }));
	fireEvent.change(screen.getByLabelText("Hitouts"), { target: { value: "100" } });
	fireEvent.click(screen.getByRole("button", { name: "Preview" }));
	const stats = { ...EMPTY_STAT_LINE, K: 10, HO: 100, TOG: 80 };
	await waitFor(() => expect(posted.map(({ body }) => body)).toEqual([{ lines: [{ playerId: 2, stats }] }]));
});
