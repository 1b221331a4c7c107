import { scheduleDraft, startDraft } from "@first-bounce/contract/draft/draft-process";
import { type FormEvent, useEffect, useReducer, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { Countdown } from "../../../../components/countdown/countdown.tsx";
import { ConfirmDialog } from "../../../../components/dialog/confirm-dialog.tsx";
import { TextField } from "../../../../components/fields/text-field.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { showToast } from "../../../../components/toast/toasts.tsx";
import { getErrorMessage } from "../../../../i18n/error-message.ts";
import {
	formatDateTime,
	formatLocalTime,
	formatZoneName,
	LAST_LOCAL_TIME,
	parseLocalTime,
} from "../../../../i18n/format.ts";
import frame from "../../frame/frame.module.css";
import { useDraft } from "../use-draft.ts";
import { useDraftRefresh } from "../use-draft-refresh.ts";
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

interface ScheduleFormProps {
	readonly onClose: () => void;
}

/** Sets the time of the draft, or removes it. */
const ScheduleForm = ({ onClose }: ScheduleFormProps) => {
	const { t } = useTranslation();
	const { board, league } = useDraft();
	const refresh = useDraftRefresh(league.id);
	const [text, setText] = useState(board.draftStart === null ? "" : formatLocalTime(board.draftStart));
	const schedule = useCallMutation(scheduleDraft, {
		meta: { hasInlineError: true },
		onSuccess: async (_, { body }) => {
			await refresh();
			const isRemoved = body.draftStart === null;
			showToast({ tone: "good", text: t(isRemoved ? "leagues.lobby.dateRemoved" : "leagues.lobby.dateSet") });
			onClose();
		},
	});
	const send = (draftStart: string | null) => schedule.mutate({ params: { id: league.id }, body: { draftStart } });
	// The input's value is empty until the date is complete.
	const draftStart = parseLocalTime(text);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (draftStart !== null) send(draftStart);
	};
	return (
		<form className={styles.form} noValidate onSubmit={submit}>
			<TextField
				name="draftStart"
				type="datetime-local"
				max={LAST_LOCAL_TIME}
				label={`${t("leagues.draft.start")} (${formatZoneName(Date.now())})`}
				hint={t("leagues.lobby.dateHint")}
				error={schedule.error ? getErrorMessage(schedule.error, t) : undefined}
				value={text}
				onChange={(next) => {
					setText(next);
					if (schedule.isError) schedule.reset();
				}}
			/>
			<FormActions>
				<Button variant="main" type="submit" isDisabled={draftStart === null} isPending={schedule.isPending}>
					{t("leagues.lobby.save")}
				</Button>
				{board.draftStart === null ? null : (
					<Button icon="trash" isDisabled={schedule.isPending} onPress={() => send(null)}>
						{t("leagues.lobby.removeDate")}
					</Button>
				)}
				<Button onPress={onClose}>{t("state.cancel")}</Button>
			</FormActions>
		</form>
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
		<section className={`${frame.card} ${styles.start}`}>
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
