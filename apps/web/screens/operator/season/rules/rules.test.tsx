import { listSeasons } from "@first-bounce/contract/operator/season";
import { showSeasonRules } from "@first-bounce/contract/operator/season/season-rules";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, success } from "../../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { useOperatorTexts } from "../../use-operator-texts.ts";
import { RulesSection } from "./rules.tsx";

const Section = () => {
	useOperatorTexts();
	return <RulesSection />;
};

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
