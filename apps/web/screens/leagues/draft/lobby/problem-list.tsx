import type { DraftLeague } from "@first-bounce/contract/draft/draft";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../../components/icon/icon.tsx";
import { useDraftProblemText } from "../../../../draft-league/use-draft-problem-text.ts";
import { useDraft } from "../use-draft.ts";
import styles from "./lobby.module.css";

type Code = DraftLeague["problems"][number]["code"];

/** The ids of parts of the page. */
export const PART_IDS = { teams: "teams", settings: "draft-settings" } as const;
const FIXES = {
	"teams-missing": { part: "teams", label: "leagues.lobby.fix.spots" },
	"order-missing": { part: "teams", label: "leagues.lobby.fix.order" },
	"order-outdated": { part: "teams", label: "leagues.lobby.fix.orderAgain" },
	"limit-below-places": { part: "settings", label: "leagues.lobby.fix.squad" },
	"players-missing": { part: "settings", label: "leagues.lobby.fix.squad" },
	"no-round-left": null,
	"keepers-open": null,
	"players-unmatched": null,
	"keeper-refused": null,
} as const satisfies Record<Code, { readonly part: keyof typeof PART_IDS; readonly label: string } | null>;

/** Shows a part of the page and moves the focus there. */
function openPart(part: keyof typeof PART_IDS): void {
	const element = document.getElementById(PART_IDS[part]);
	element?.scrollIntoView({ block: "start" });
	element?.focus({ preventScroll: true });
}

/** Every reason why the draft cannot start, with a link to what fixes it for those who may. */
export const ProblemList = () => {
	const { t } = useTranslation();
	const { league, board } = useDraft();
	const formatProblem = useDraftProblemText();
	if (league.problems.length === 0)
		return (
			<p className={styles.ready} role="status">
				<Icon name="check" size={16} />
				{t(board.draftStart === null ? "leagues.lobby.ready" : "leagues.lobby.readyAt")}
			</p>
		);
	return (
		<div className={styles.problems}>
			<h3>{t("leagues.lobby.problems")}</h3>
			<ul>
				{league.problems.map((problem) => {
					const fix = FIXES[problem.code];
					const text = formatProblem(problem);
					return (
						<li key={text}>
							<Icon name="alert" size={15} />
							<span>{text}</span>
							{fix && league.may.run ? (
								<a
									href={`#${PART_IDS[fix.part]}`}
									onClick={(event) => {
										event.preventDefault();
										openPart(fix.part);
									}}
								>
									{t(fix.label)}
								</a>
							) : null}
						</li>
					);
				})}
			</ul>
			{board.draftStart === null ? null : <p>{t("leagues.lobby.problemsAt")}</p>}
		</div>
	);
};
