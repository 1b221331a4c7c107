import { listSeasons } from "@first-bounce/contract/operator/season";
import {
	changeSeasonRules,
	previewSeasonRules,
	showSeasonRules,
} from "@first-bounce/contract/operator/season/season-rules";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, success } from "../../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { useOperatorTexts } from "../../use-operator-texts.ts";
import { RulesSection } from "./rules.tsx";

const Section = () => {
	useOperatorTexts();
	return <RulesSection />;
};

test("an open season shows what follows from fourteen rounds [D1.9.97]", async () => {
	const season = { id: 1, name: "2028", isCurrent: true, isDemo: false, rounds: 14, teams: 9 };
	const leagues = { ...DEFAULT_SEASON_RULES.leagues, finalsSeries: true };
	const rules = { ...DEFAULT_SEASON_RULES, lastRound: 14, leagues, cup: { startRound: 5, seed: 1 } };
	fakeApi({
		"/operator/seasons": () => success(listSeasons, { seasons: [{ ...season, status: "open" as const }] }),
		"/operator/seasons/1/rules": () =>
			success(showSeasonRules, { seasonId: 1, name: "2028", rules, firstLockAt: null, lock: null }),
	});
	renderAt("/operator/rules", <Section />);
	const listTexts = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
	expect(await screen.findByText("A finals series begins in round 13.")).toBeDefined();
	expect(listTexts()).toEqual([
		"With 14 rounds, a team has 3 trades in the season.",
		"Leagues with finals play their grand final in round 14.",
		"A finals series begins in round 13.",
		"An elimination league from round 1 has at most 15 teams.",
		"The cup has at most 1,024 teams without a qualifying round.",
	]);
	fireEvent.change(screen.getByLabelText("Last round (number)"), { target: { value: "10" } });
	expect(listTexts()).toContain("An elimination league from round 1 has at most 11 teams.");
	fireEvent.click(screen.getByRole("button", { name: /Start from/ }));
	expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
		"First Bounce",
		"Official game 2023",
	]);
});

test("a closed season's rules are read-only, with the reason (D2.9.67)", async () => {
	const season = { id: 1, name: "Last season", isCurrent: false, isDemo: false, rounds: 3, teams: 9 };
	fakeApi({
		"/operator/seasons": () => success(listSeasons, { seasons: [{ ...season, status: "closed" as const }] }),
		"/operator/seasons/1/rules": () =>
			success(showSeasonRules, {
				seasonId: 1,
				name: "Last season",
				rules: { ...DEFAULT_SEASON_RULES },
				firstLockAt: "2025-08-28T09:00:00.000Z",
				lock: "closed",
			}),
	});
	renderAt("/operator/rules", <Section />);
	expect(await screen.findByText("Read only: this season is closed.")).toBeDefined();
	const cap = await screen.findByText("Salary cap ($)");
	expect(cap.nextElementSibling?.textContent).toBe("$15,500,000");
	expect(screen.queryByRole("textbox")).toBeNull();
	expect(screen.queryByRole("button", { name: /Review/ })).toBeNull();
});

test("the rules are saved as they were previewed, not as edited meanwhile", async () => {
	const season = { id: 1, name: "2028", isCurrent: true, isDemo: false, rounds: 14, teams: 9 };
	const rules = { ...DEFAULT_SEASON_RULES };
	const { promise, resolve } = Promise.withResolvers<void>();
	const { posted } = fakeApi({
		"/operator/seasons": () => success(listSeasons, { seasons: [{ ...season, status: "open" as const }] }),
		"/operator/seasons/1/rules": (body) =>
			body
				? success(changeSeasonRules, { changed: ["captainFactor"] })
				: success(showSeasonRules, { seasonId: 1, name: "2028", rules, firstLockAt: null, lock: null }),
		"/operator/seasons/1/rules/preview": async () => {
			await promise;
			return success(previewSeasonRules, { problems: [], effects: [] });
		},
	});
	renderAt("/operator/rules", <Section />);
	const factor = await screen.findByLabelText(/^Captain/);
	fireEvent.change(factor, { target: { value: "3" } });
	fireEvent.click(screen.getByRole("button", { name: /^Review/ }));
	await waitFor(() => expect(posted).toHaveLength(1));
	fireEvent.change(factor, { target: { value: "30" } });
	resolve();
	fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "as voted" } });
	fireEvent.submit(screen.getByLabelText("Reason"));
	await waitFor(() => expect(posted).toHaveLength(2));
	expect(posted[1]?.body).toMatchObject({ reason: "as voted", rules: { captainFactor: 3 } });
});
