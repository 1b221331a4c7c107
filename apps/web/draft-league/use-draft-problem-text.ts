import type { DraftProblem } from "@first-bounce/rules/draft/draft-problems";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../i18n/format.ts";

/** Says why a draft cannot start. */
export function useDraftProblemText(): (problem: DraftProblem) => string {
	const { t } = useTranslation();
	return (problem) => {
		switch (problem.code) {
			case "teams-missing":
				return t("leagues.draft.problem.teams-missing", { count: problem.missing });
			case "limit-below-places": {
				const { limit, places } = problem;
				return t("leagues.draft.problem.limit-below-places", { line: t(`lineName.${problem.line}`), limit, places });
			}
			case "players-missing": {
				const { line, needed, known } = problem;
				if (line === null) return t("leagues.draft.problem.players-missing", { needed, known });
				return t("leagues.draft.problem.players-missing-line", { line: t(`lineName.${line}`), needed, known });
			}
			case "keepers-open":
				return t("leagues.draft.problem.keepers-open", { time: formatDateTime(Date.parse(problem.until)) });
			case "players-unmatched":
				return t("leagues.draft.problem.players-unmatched", { count: problem.count });
			default:
				return t(`leagues.draft.problem.${problem.code}`);
		}
	};
}
