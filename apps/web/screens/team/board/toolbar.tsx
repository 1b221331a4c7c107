import { playRound, showClock } from "@first-bounce/contract/clock";
import { playerIds } from "@first-bounce/rules/lineup/slots";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { callKey, useAction } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { tell } from "../../../components/toast/toasts.tsx";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { problemWords } from "../../../wording/problem.ts";
import type { TeamView } from "./team-view.ts";
import styles from "./toolbar.module.css";
import type { Board } from "./use-board.ts";

interface Props {
	readonly board: Board;
	readonly view: TeamView;
	readonly onView: (view: TeamView) => void;
	/** Something else on the screen offers to fill the team already. */
	readonly isInviting: boolean;
	readonly isFilling: boolean;
	readonly onFill: () => void;
}

/** In the demo every manager may let the round play (decisions §11). */
const PlayButton = () => {
	const { t } = useTranslation();
	const timer = useSeasonTimer();
	const queries = useQueryClient();
	const play = useAction(playRound);
	const start = async () => {
		try {
			queries.setQueryData(callKey(showClock, {}), await play.mutateAsync({}));
		} catch (error) {
			tell({ tone: "bad", text: problemWords(error, t) });
		}
	};
	const isPlaying = timer.playingRoundId !== null;
	return (
		<Button
			look={isPlaying ? "plain" : "main"}
			icon="play"
			isDisabled={isPlaying || play.isPending}
			onPress={() => void start()}
		>
			{isPlaying ? t("team.playing") : t("team.play")}
		</Button>
	);
};

/** What can be done with the whole team. */
export const Toolbar = ({ board, view, onView, isInviting, isFilling, onFill }: Props) => {
	const { t } = useTranslation();
	const { isDemo } = useSeasonTimer();
	const { editor, team, season } = board;
	const isFull = editor.empty.length === 0;
	const isEmptied = playerIds(editor.lineup).length === 0;
	const clear = () => {
		const before = editor.lineup;
		editor.clear();
		tell({ text: t("team.cleared"), action: { label: t("team.undo"), onPress: () => editor.replaceWith(before) } });
	};
	return (
		<div className={styles.toolbar}>
			<Segmented
				label={t("team.view")}
				choices={[
					{ value: "field", label: t("team.ground") },
					{ value: "list", label: t("team.list") },
				]}
				value={view}
				onChange={onView}
			/>
			<div className={styles.doing}>
				{editor.isEditable ? (
					<>
						{isEmptied ? null : (
							<Button icon="trash" isCompact isDisabled={isFilling} onPress={clear}>
								{t("team.clear")}
							</Button>
						)}
						{isFull || isInviting ? null : (
							<Button icon="wand" look="main" isDisabled={isFilling} onPress={onFill}>
								{t("team.autofill")}
							</Button>
						)}
					</>
				) : null}
				{isDemo && team.isComplete && isFull && season.current?.status !== "complete" ? <PlayButton /> : null}
			</div>
		</div>
	);
};
