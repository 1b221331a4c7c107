import { useTranslation } from "react-i18next";
import { Icon } from "../../../components/icon/icon.tsx";
import type { Autofill } from "../editor/use-autofill.ts";
import { EmptyTeamPrompt } from "./empty-team-prompt.tsx";
import { ListActions, ListEmptySlot } from "./list-actions.tsx";
import type { Board } from "./state/board.ts";
import styles from "./team-display.module.css";
import { TeamGround } from "./team-ground.tsx";
import { TeamList } from "./team-list.tsx";
import { TeamSlot } from "./team-slot.tsx";
import type { TeamView } from "./use-team-view.ts";

interface Props {
	readonly board: Board;
	readonly view: TeamView;
	/** Null once the team has players. */
	readonly autofill: Autofill | null;
	readonly onBuild: () => void;
}

/** Explains the utility during a team's first rounds. */
const UtilityBanner = ({ board }: Pick<Props, "board">) => {
	const { t } = useTranslation();
	const { current, rules } = board.season;
	const start = board.team.startRoundId;
	if (!current || start === null || current.id < start || current.id >= start + rules.utilityBannerRounds) return null;
	return (
		<p className={styles.utility} role="note">
			<Icon name="info" size={15} />
			{t("team.utilityBanner")}
		</p>
	);
};

/** The team as a ground or a list. */
export const TeamDisplay = ({ board, view, autofill, onBuild }: Props) => (
	<div className={styles.team}>
		{view === "list" ? (
			<TeamList
				slots={board.slots}
				context={board.context}
				renderEmpty={(slot) => <ListEmptySlot view={slot} board={board} />}
				renderActions={(slot) => <ListActions view={slot} board={board} />}
			/>
		) : (
			<TeamGround slots={board.slots}>{(slot) => <TeamSlot view={slot} board={board} />}</TeamGround>
		)}
		<UtilityBanner board={board} />
		{autofill ? (
			<EmptyTeamPrompt
				cap={board.season.rules.salaryCap}
				isFilling={autofill.isFilling}
				onFill={autofill.fill}
				onBuild={onBuild}
			/>
		) : null}
	</div>
);
