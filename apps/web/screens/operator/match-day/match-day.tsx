import { SITE_ANNOUNCEMENT_LENGTH } from "@first-bounce/contract/constants";
import { showClosingLetter } from "@first-bounce/contract/operator/closing-letter";
import { type MatchDayMatch, showMatchDay } from "@first-bounce/contract/operator/match-day";
import { listRounds, type OperatorMatch } from "@first-bounce/contract/operator/season";
import { announceToAll, showAnnouncements } from "@first-bounce/contract/site/announcements";
import { HOUR_MS } from "@first-bounce/rules/durations";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { client } from "../../../api/client.ts";
import { callKey, useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { TextAreaField } from "../../../components/fields/text-area-field.tsx";
import { Form } from "../../../components/form-card/form-card.tsx";
import { ErrorNotice, Notice } from "../../../components/states/states.tsx";
import dialogStyles from "../parts/action-dialog.module.css";
import { FormButtons } from "../parts/form-buttons.tsx";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { ActionButton, Allowed } from "../parts/role.tsx";
import { type OperatorRound, RoundChoice, useSelectedRound } from "../parts/round-choice.tsx";
import { useClubs } from "../parts/use-clubs.ts";
import { useOperatorMutation } from "../parts/use-operator-mutation.ts";
import { ClosingLetterContent } from "./closing-letter.tsx";
import { MatchCard } from "./match-card.tsx";
import styles from "./match-day.module.css";
import { MatchDialog } from "./match-dialog.tsx";
import { RoundHold } from "./round-hold.tsx";

/** How long the announcement is shown, unless it is withdrawn before. */
const DISPLAY_MS = 12 * HOUR_MS;

interface AnnounceProps {
	/** Null to announce something about the whole round. */
	readonly match: OperatorMatch | null;
	readonly name: string;
	readonly onClose: () => void;
}

const getTemplate = (match: OperatorMatch | null) => {
	if (!match) return "round";
	if (match.isAbandoned) return match.status === "scheduled" ? "calledOff" : "abandoned";
	return match.status === "complete" ? "complete" : "delayed";
};

/** Announces something to every manager, with a text for the state of the match to start from. */
const AnnounceDialog = ({ match, name, onClose }: AnnounceProps) => {
	const { t } = useTranslation("operator");
	const queryClient = useQueryClient();
	const [text, setText] = useState(() => t(`matchDay.template.${getTemplate(match)}`, { match: name }));
	const announce = useOperatorMutation({
		mutationFn: () => {
			const until = new Date(Date.now() + DISPLAY_MS).toISOString();
			return client(announceToAll, { body: { text: text.trim(), tone: "warn", until } });
		},
		done: t("announce.done"),
		onDone: () => {
			void queryClient.invalidateQueries({ queryKey: callKey(showAnnouncements) });
			onClose();
		},
	});
	const isReady = text.trim().length >= SITE_ANNOUNCEMENT_LENGTH.least;
	return (
		<Dialog title={t("matchDay.announceMatch", { match: name })} isOpen onClose={onClose}>
			<Form
				className={dialogStyles.body}
				onSubmit={() => {
					if (isReady && !announce.isPending) announce.mutate();
				}}
			>
				<TextAreaField
					name="text"
					label={t("announce.line")}
					rows={4}
					value={text}
					onChange={setText}
					maxLength={SITE_ANNOUNCEMENT_LENGTH.most}
				/>
				{isReady ? <Notice tone="warn">{text}</Notice> : null}
				<div className={dialogStyles.effect}>
					{t("matchDay.announceEffect")}{" "}
					<Link to={paths.operator.to("announcements")}>{t("section.announcements")}</Link>
				</div>
				<ErrorNotice error={announce.error} />
				<FormButtons
					submit={t("announce.show")}
					isDisabled={!isReady}
					isPending={announce.isPending}
					onCancel={onClose}
				/>
			</Form>
		</Dialog>
	);
};

/** The live stream reports changes; this interval is for times when the stream is down. */
const REFRESH_MS = 30_000;

/** An announcement can be about the whole round. */
type OpenDialog =
	| { readonly kind: "change"; readonly shown: MatchDayMatch }
	| { readonly kind: "announce"; readonly shown: MatchDayMatch | null };

const RoundPanel = ({
	round,
	rounds,
}: {
	readonly round: OperatorRound;
	readonly rounds: readonly OperatorRound[];
}) => {
	const { t } = useTranslation("operator");
	const { getMatchName } = useClubs();
	const [dialog, setDialog] = useState<OpenDialog | null>(null);
	const query = useCall(showMatchDay, { params: { id: round.id } }, { refetchInterval: REFRESH_MS });
	const close = () => setDialog(null);
	return (
		<>
			<div className={styles.round}>
				<RoundHold round={round} />
				<ActionButton call={announceToAll} onPress={() => setDialog({ kind: "announce", shown: null })}>
					{t("matchDay.announce")}
				</ActionButton>
			</div>
			<QueryContent
				query={query}
				empty={{
					when: ({ matches }) => matches.length === 0,
					title: t("matchDay.none"),
					text: t("matchDay.noneText"),
				}}
			>
				{({ at, feed, quarantined, matches }) => (
					<>
						{feed && feed.failures > 0 ? (
							<Notice tone="bad">
								{t(feed.isRefused ? "overview.refused" : "overview.failing", {
									source: feed.source,
									count: feed.failures,
									problem: feed.lastFault ?? "–",
								})}
							</Notice>
						) : null}
						{quarantined > 0 ? (
							<Notice tone="warn" action={<Link to={paths.operator.to("feeds")}>{t("section.feeds")}</Link>}>
								{t("matchDay.quarantined", { count: quarantined })}
							</Notice>
						) : null}
						<ul className={styles.matches}>
							{matches.map((shown) => (
								<MatchCard
									key={shown.match.id}
									shown={shown}
									name={getMatchName(shown.match)}
									answeredAt={at}
									receivedAt={query.dataUpdatedAt}
									onChange={() => setDialog({ kind: "change", shown })}
									onAnnounce={() => setDialog({ kind: "announce", shown })}
								/>
							))}
						</ul>
					</>
				)}
			</QueryContent>
			{dialog?.kind === "change" ? (
				<MatchDialog
					match={dialog.shown.match}
					name={getMatchName(dialog.shown.match)}
					rounds={rounds}
					onClose={close}
				/>
			) : null}
			{dialog?.kind === "announce" ? (
				<AnnounceDialog
					match={dialog.shown?.match ?? null}
					name={dialog.shown ? getMatchName(dialog.shown.match) : t("overview.round", { id: round.id })}
					onClose={close}
				/>
			) : null}
		</>
	);
};

const MatchDay = ({ rounds }: { readonly rounds: readonly OperatorRound[] }) => {
	const { t } = useTranslation("operator");
	const [search] = useSearchParams();
	const { round, choose } = useSelectedRound(rounds, Number(search.get("round")) || null);
	return (
		<Panel
			title={t("section.rounds")}
			text={t("rounds.text")}
			tools={<RoundChoice rounds={rounds} value={round} onChange={choose} />}
		>
			{round?.phase === "complete" ? (
				<Allowed call={showClosingLetter}>
					<ClosingLetterContent roundId={round.id} />
				</Allowed>
			) : null}
			{round ? <RoundPanel key={round.id} round={round} rounds={rounds} /> : null}
		</Panel>
	);
};

export const MatchDaySection = () => (
	<QueryContent query={useCall(listRounds, {}, { refetchInterval: REFRESH_MS })}>
		{({ rounds }) => <MatchDay rounds={rounds} />}
	</QueryContent>
);
