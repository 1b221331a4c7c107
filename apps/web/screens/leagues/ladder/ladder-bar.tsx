import type { League } from "@first-bounce/contract/leagues/league";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LiveLabel } from "../../../components/live-label/live-label.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { useRoundName } from "../frame/use-league-description.ts";
import styles from "./ladder.module.css";

export interface LadderProps {
	readonly league: League;
	/** The rounds to choose from. */
	readonly rounds: readonly number[];
	readonly roundId: number;
	readonly onRound: (roundId: number) => void;
}

interface Props extends Omit<LadderProps, "league"> {
	readonly isLive: boolean;
	readonly children?: ReactNode;
}

export const LadderBar = ({ rounds, roundId, onRound, isLive, children }: Props) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	return (
		<div className={styles.bar}>
			<SelectChip
				label={t("leagues.ladder.round")}
				value={roundId}
				choices={[
					{ value: 0, label: t("leagues.ladder.latest") },
					...rounds.map((id) => ({ value: id, label: formatRoundName(id) })),
				]}
				onChange={onRound}
				isActive={roundId !== 0}
			/>
			{children}
			{isLive ? <LiveLabel>{t("leagues.ladder.live")}</LiveLabel> : null}
		</div>
	);
};
