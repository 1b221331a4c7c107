import { scheduleDraft, startDraft } from "@first-bounce/contract/draft/draft-process";
import { useEffect, useReducer, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { Countdown } from "../../../../components/countdown/countdown.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { useFormCall } from "../../../../draft-league/use-form-call.ts";
import { formatDateTime, formatZoneName } from "../../../../i18n/format.ts";
import { ConfirmDialog } from "../../frame/confirm-dialog.tsx";
import frame from "../../frame/frame.module.css";
import { LocalTimeForm } from "../../frame/local-time-form.tsx";
import { useDraft } from "../use-draft.ts";
import { useDraftRefresh } from "../use-draft-action.ts";
import styles from "./lobby.module.css";
import { ProblemList } from "./problem-list.tsx";

/** The server's wall time, updated every second. */
function useServerSecond(): number {
	const { clockOffset } = useDraft();
	const [, tick] = useReducer((count: number) => count + 1, 0);
	useEffect(() => {
		const interval = setInterval(tick, 1_000);
		return () => clearInterval(interval);
	}, []);
	return Date.now() + clockOffset;
}

/** The time left until the draft, or that no time is set. */
const StartTime = () => {
	const { t } = useTranslation();
	const { board, league } = useDraft();
	const now = useServerSecond();
	if (board.draftStart === null)
		return (
			<>
				<h2>{t("leagues.lobby.noDate")}</h2>
				<p>{t(league.may.run ? "leagues.lobby.noDateRun" : "leagues.lobby.noDateText")}</p>
			</>
		);
	const at = Date.parse(board.draftStart);
	return (
		<>
			<h2>{t("leagues.lobby.startsIn")}</h2>
			<p className={styles.countdown} role="timer">
				<Countdown at={at} now={now} />
			</p>
			<p>
				{formatDateTime(at)} {formatZoneName(at)}
			</p>
		</>
	);
};

/** Sets the time of the draft, or removes it. */
const ScheduleForm = ({ onClose }: { readonly onClose: () => void }) => {
	const { t } = useTranslation();
	const { board, league } = useDraft();
	const schedule = useFormCall(scheduleDraft, {
		refresh: useDraftRefresh(league.id),
		getText: (_, { body }) => t(body.draftStart === null ? "leagues.lobby.dateRemoved" : "leagues.lobby.dateSet"),
		onDone: onClose,
	});
	const send = (draftStart: string | null) => schedule.mutate({ params: { id: league.id }, body: { draftStart } });
	return (
		<LocalTimeForm
			name="draftStart"
			label={t("leagues.draft.start")}
			hint={t("leagues.lobby.dateHint")}
			saved={board.draftStart}
			isRequired
			call={schedule}
			onSubmit={send}
			onClose={onClose}
			actions={
				board.draftStart === null ? null : (
					<Button icon="trash" isDisabled={schedule.isPending} onPress={() => send(null)}>
						{t("leagues.lobby.removeDate")}
					</Button>
				)
			}
		/>
	);
};

/** Starts the draft after a confirmation, because the game picks for managers who are not there. */
const StartButton = () => {
	const { t } = useTranslation();
	const { board, league } = useDraft();
	const refresh = useDraftRefresh(league.id);
	const [isConfirming, setConfirming] = useState(false);
	const start = useCallMutation(startDraft, {
		onSuccess: refresh,
		onSettled: () => setConfirming(false),
	});
	const absent = board.seats.filter(
		({ manager, isPresent, teamId }) => manager !== null && !isPresent && teamId !== league.myTeamId,
	).length;
	return (
		<>
			<Button variant="main" icon="play" isDisabled={!league.may.start} onPress={() => setConfirming(true)}>
				{t("leagues.lobby.start")}
			</Button>
			<ConfirmDialog
				title={t("leagues.lobby.startTitle")}
				text={absent > 0 ? t("leagues.lobby.startAbsent", { count: absent }) : t("leagues.lobby.startText")}
				confirmLabel={t("leagues.lobby.start")}
				isOpen={isConfirming}
				onClose={() => setConfirming(false)}
				isPending={start.isPending}
				onConfirm={() => start.mutate({ params: { id: league.id } })}
			/>
		</>
	);
};

/** When the draft starts, what prevents it, and the button that starts it. */
export const StartCard = () => {
	const { t } = useTranslation();
	const { board, league } = useDraft();
	const [isScheduling, setScheduling] = useState(false);
	return (
		<section className={`${frame.card} ${frame.stack} ${styles.start}`}>
			<StartTime />
			<ProblemList />
			{league.may.changeSettings ? (
				isScheduling ? (
					<ScheduleForm onClose={() => setScheduling(false)} />
				) : (
					<FormActions>
						<StartButton />
						<Button icon="plan" onPress={() => setScheduling(true)}>
							{t(board.draftStart === null ? "leagues.lobby.setDate" : "leagues.lobby.changeDate")}
						</Button>
					</FormActions>
				)
			) : null}
		</section>
	);
};
