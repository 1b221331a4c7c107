import type { DraftLeague } from "@first-bounce/contract/draft/draft";
import { scheduleDraft, startDraft } from "@first-bounce/contract/draft/draft-process";
import { useEffect, useReducer, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { Countdown } from "../../../../components/countdown/countdown.tsx";
import { ConfirmDialog } from "../../../../components/dialog/confirm-dialog.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { Icon } from "../../../../components/icon/icon.tsx";
import { useDraftProblemText } from "../../../../draft-league/use-draft-problem-text.ts";
import { useFormCall } from "../../../../draft-league/use-form-call.ts";
import { formatZonedDateTime } from "../../../../i18n/format.ts";
import frame from "../../frame/frame.module.css";
import { LocalTimeForm } from "../../frame/local-time-form.tsx";
import { useDraft } from "../use-draft.ts";
import { useDraftRefresh } from "../use-draft-refresh.ts";
import styles from "./lobby.module.css";

/** The ids of the parts of the lobby that a problem links to. */
export const PART_IDS = { teams: "teams", settings: "draft-settings" } as const;

type Code = DraftLeague["problems"][number]["code"];

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

function openPart(part: keyof typeof PART_IDS): void {
	const element = document.getElementById(PART_IDS[part]);
	element?.scrollIntoView({ block: "start" });
	element?.focus({ preventScroll: true });
}

/** Every reason why the draft cannot start, with a link to what fixes it for those who may. */
const ProblemList = () => {
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
			{board.draftStart === null ? null : <p className={frame.hint}>{t("leagues.lobby.problemsAt")}</p>}
		</div>
	);
};

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
			<p>{formatZonedDateTime(at)}</p>
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
		<section className={`${frame.card} ${frame.stack}`}>
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
