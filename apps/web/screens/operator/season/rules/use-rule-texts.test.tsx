import { STAT_KEYS } from "@first-bounce/rules/scoring/stats";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { expect, test } from "vitest";
import { createI18n } from "../../../../i18n/i18n.ts";
import en from "../../../../i18n/locale/en.json";
import operatorTexts from "../../../../i18n/locale/en-operator.json";
import { listRuleGroups } from "./rule-fields.ts";
import { useRuleTexts } from "./use-rule-texts.ts";

const i18n = createI18n(en);
i18n.addResourceBundle("en", "operator", operatorTexts);
const wrapper = ({ children }: { readonly children: ReactNode }) => (
	<I18nextProvider i18n={i18n}>{children}</I18nextProvider>
);

const scoring = { ...DEFAULT_SEASON_RULES.scoring, intercepts: 1 };
/** One rule for each stat, one for intercepts, and the 55 others. */
const RULE_COUNT = STAT_KEYS.length + 1 + 55;
const fields = listRuleGroups({ ...DEFAULT_SEASON_RULES, scoring }).flatMap((group) => group.fields);

function describeChange(path: string, before: string, after: string): string | undefined {
	const { result } = renderHook(useRuleTexts, { wrapper });
	const field = fields.find((candidate) => candidate.path === path);
	return field && result.current.describeChange(field, before, after);
}

test.each([
	[
		"captainFactor",
		"2",
		"3",
		"The points of the captain, or of the vice captain if she does not play, count × 3 instead of × 2.",
	],
	["scoring.intercepts", "1", "2", "Points for intercepts: 1 → 2 each, in all rounds."],
	["scoring.B", "2", "1", "Points per behind: 2 → 1, in all rounds."],
	["emergencies", "4", "1", "Emergencies that a team may name: 4 → 1. Those who named fewer keep theirs."],
	["trades.per", "season", "round", "The trade limit applies in each round instead of in the season."],
	["priceStep", "1,000", "500", "New prices are multiples of $500 instead of $1,000. Today's prices are too."],
	["finalAfterMinutes", "120", "", "No round is published by itself: an operator publishes each one."],
	["cup.startRound", "", "4", "The cup begins in round 4."],
	["cup.startRound", "4", "", "There is no cup in this season."],
	["grandFinal", "true", "false", "The last round has its number instead of the name Grand Final."],
	["instructions.isAllowed", "true", "false", "Managers cannot prepare changes for late outs. No saved team has any."],
	["leagues.finalsSeries", "true", "false", "New and renewed leagues cannot choose a finals series. None has."],
	["grandFinal", "false", "true", "The last round is called the Grand Final on every page, in messages and in mails."],
	["coach.benchWeight", "0.05", "0.1", "The coach counts 0.1 of a bench player's expected points instead of 0.05."],
])("a change of %s from %s to %s is explained (D2.9.196)", (path, before, after, sentence) => {
	expect(describeChange(path, before, after)).toBe(sentence);
});

test("each rule has a label and an explanation of its own (D2.9.60)", () => {
	const { getLabel, getHint } = renderHook(useRuleTexts, { wrapper }).result.current;
	const hints = fields.map(getHint);
	expect(hints).toHaveLength(RULE_COUNT);
	for (const hint of hints) expect(hint).toMatch(/^[A-Z].{10,}\.$/);
	const labels = fields.map(getLabel);
	expect(new Set(labels).size).toBe(RULE_COUNT);
	expect(labels).toEqual(
		expect.arrayContaining(["Kick (points)", "Salary cap ($)", "Length of a match (minutes)", "intercepts (points)"]),
	);
});

test("a change of each rule has a sentence of its own (D2.9.196)", () => {
	const sentences = fields.map(({ path }) => describeChange(path, "7", "8"));
	expect(sentences).toHaveLength(RULE_COUNT);
	expect(new Set(sentences).size).toBe(RULE_COUNT);
	for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
});
