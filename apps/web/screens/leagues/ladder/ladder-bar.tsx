import type { League } from "@first-bounce/contract/league";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSeason } from "../../../api/use-season.ts";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { useRoundName } from "../frame/league-words.ts";
import styles from "./ladder.module.css";

interface Props {
	readonly league: League;
	readonly roundId: number;
	readonly onRound: (roundId: number) => void;
	readonly isLive: boolean;
	readonly children?: ReactNode;
}

/** Above a ladder: as at which round, and whether it still moves. */
export const LadderBar = ({ league, roundId, onRound, isLive, children }: Props) => {
	const { t } = useTranslation();
	const roundName = useRoundName();
	const season = useSeason();
	const rounds = season.state === "ready" ? season.value.rounds : [];
	const played = rounds.filter(({ id, status }) => id >= league.startId && status !== "scheduled").toReversed();
	return (
		<div className={styles.bar}>
			<SelectChip
				label={t("leagues.ladder.round")}
				value={String(roundId)}
				choices={[
					{ value: "0", label: t("leagues.ladder.latest") },
					...played.map(({ id }) => ({ value: String(id), label: roundName(id) })),
				]}
				onChange={(id) => onRound(Number(id))}
				isActive={roundId !== 0}
			/>
			{children}
			{isLive ? <span className={styles.live}>{t("leagues.ladder.live")}</span> : null}
		</div>
	);
};
