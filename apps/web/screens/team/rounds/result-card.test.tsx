import { type RoundResult, showRoundResult } from "@first-bounce/contract/stats/round-result";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeApi, refusal, success } from "../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import type { Season } from "../../../api/season-model.ts";
import { ResultCard } from "./result-card.tsx";

const season = { rules: { lastRound: 12, grandFinal: false } } as Season;
/** A round in which nothing went well. */
const result = {
	points: 1842,
	averagePoints: 1900,
	roundRank: 1300,
	overallRank: 1204,
	previousOverallRank: 1104,
	teams: 2000,
	records: [],
	matchUps: [],
	eliminations: [],
} as Partial<RoundResult> as RoundResult;
const show = (isDismissible = true, roundId = 3) =>
	renderAt(
		"/team",
		<ResultCard teamId={5} roundId={roundId} points={1840} season={season} isDismissible={isDismissible} />,
	);
const respondWith = (change: Partial<RoundResult>) => ({
	"/fantasy/team/round-result/3": () =>
		success(showRoundResult, { result: { ...result, ...change }, reason: null, startRoundId: 1 }),
});
const readText = () => (screen.getByRole("link").textContent ?? "").replaceAll("\u00a0", " ");

afterEach(() => localStorage.clear());

test("a result is one line that links to the team's result page (D2.9.37)", async () => {
	fakeApi(respondWith({}));
	show();
	await screen.findByText("1,204th overall (down 100)");
	expect(readText()).toBe("Round 3: 1,8421,204th overall (down 100)How I went");
	expect(screen.getByRole("link").getAttribute("href")).toBe("/results/3");
});

test("the first round's line shows no movement, later ones falls (D2.9.35, D2.9.37)", async () => {
	fakeApi(respondWith({ previousOverallRank: null }));
	const { unmount } = show();
	await screen.findByText("1,204th overall");
	unmount();
	fakeApi(respondWith({ previousOverallRank: 1000 }));
	show();
	await screen.findByText("1,204th overall (down 204)");
});

test("the line leads with what went best (D2.9.37) [D2.9.505, D2.9.899]", async () => {
	fakeApi(respondWith({ points: 2100, roundRank: 1, overallRank: 1204 }));
	const { unmount } = show();
	const trophies = (await screen.findByText("Best of 2,000 this round")).querySelectorAll("svg");
	expect(trophies).toHaveLength(1);
	unmount();
	fakeApi(respondWith({ previousOverallRank: 1514 }));
	show();
	expect((await screen.findByText("Up 310 places overall")).querySelectorAll("svg")).toHaveLength(0);
});

test("a dismissed line stays hidden until the next round (D2.9.37)", async () => {
	fakeApi({
		...respondWith({}),
		"/fantasy/team/round-result/4": () => success(showRoundResult, { result, reason: null, startRoundId: 1 }),
	});
	const { unmount } = show();
	fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
	expect(screen.queryByRole("link")).toBeNull();
	unmount();
	const again = show();
	expect(screen.queryByRole("link")).toBeNull();
	again.unmount();
	const past = show(false);
	expect(screen.getByRole("link")).toBeDefined();
	expect(screen.queryByRole("button")).toBeNull();
	past.unmount();
	show(true, 4);
	expect(screen.getByRole("link").getAttribute("href")).toBe("/results/4");
});

test("if the result cannot be loaded, the line shows only the score", async () => {
	fakeApi({ "/fantasy/team/round-result/3": () => refusal(500, "server-error", "Something went wrong") });
	show();
	expect(readText()).toBe("Round 3: 1,840How I went");
});
