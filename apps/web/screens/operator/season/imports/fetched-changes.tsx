import {
	acceptSeasonChanges,
	listSeasonChanges,
	refuseSeasonChanges,
	type SeasonChange,
	type SeasonChanges,
} from "@first-bounce/contract/operator/season/season-changes";
import { showSeasonFetch, startSeasonFetch } from "@first-bounce/contract/operator/season/season-fetch";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../../api/client.ts";
import { callKey, useCall } from "../../../../api/use-call.ts";
import { Notice, QueryError } from "../../../../components/states/states.tsx";
import { ActionDialog } from "../../parts/action-dialog.tsx";
import { DateTime } from "../../parts/date-time.tsx";
import { FromRoundChoice, useFromRound } from "../../parts/from-round-choice.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryContent } from "../../parts/query-content.tsx";
import { ActionButton } from "../../parts/role.tsx";
import { IDLE_REFRESH_MS, useSeasonFetch, WOMENS_COMPETITION } from "../use-season-fetch.ts";
import { ChangeFields, ChangeRow } from "./change-row.tsx";
import styles from "./fetched-changes.module.css";

interface AcceptProps {
	readonly changes: readonly SeasonChange[];
	readonly onClose: () => void;
}

/** Accepts changes of a fetch. New positions count from the chosen round. */
export const AcceptDialog = ({ changes, onClose }: AcceptProps) => {
	const { t } = useTranslation("operator");
	const choice = useFromRound();
	const { fromRound } = choice;
	const hasPositions = changes.some(({ kind }) => kind === "position");
	const withRound = changes.map((change) =>
		change.kind === "position" && fromRound !== undefined ? { ...change, fromRound } : change,
	);
	const acceptedChanges = withRound.map(({ key, version, kind, fromRound: round }) =>
		kind === "position" && round !== null ? { key, version, fromRound: round } : { key, version },
	);
	return (
		<ActionDialog
			title={t("changes.acceptTitle", { count: changes.length })}
			effect={
				<ul className={styles.list}>
					{withRound.map((change) => (
						<li key={change.key}>
							<ChangeFields change={change} />
						</li>
					))}
				</ul>
			}
			confirm={t("changes.accept")}
			done={t("changes.accepted", { count: changes.length })}
			isIncomplete={hasPositions && fromRound === undefined}
			onClose={onClose}
			onConfirm={(reason) => client(acceptSeasonChanges, { body: { changes: acceptedChanges, reason } })}
		>
			{hasPositions ? <FromRoundChoice label={t("players.positionsFrom")} choice={choice} /> : null}
		</ActionDialog>
	);
};

/** Years for which the provider may have a season. */
const FIRST_YEAR = 2017;
const LAST_YEAR = 2100;

/** The decision that the operator is about to confirm. */
type Decision =
	| { readonly do: "accept" | "refuse"; readonly changes: readonly SeasonChange[] }
	| { readonly do: "fetch" };

interface FetchProps {
	readonly season: number;
	readonly onFetch: () => void;
}

/** The state of the current season's fetch, with a button that fetches the season again. */
const FetchAgain = ({ season, onFetch }: FetchProps) => {
	const { t } = useTranslation("operator");
	const query = useSeasonFetch();
	const { data } = query;
	const fetch = data?.fetch?.season === season ? data.fetch : null;
	const isRunning = fetch?.state === "running";
	if (season < FIRST_YEAR || season > LAST_YEAR) return <Notice tone="warn">{t("changes.notFetchable")}</Notice>;
	if (data && !data.isAvailable) return <Notice tone="warn">{t("newSeason.off")}</Notice>;
	return (
		<>
			<QueryError queries={[query]} />
			<p>
				<ActionButton call={startSeasonFetch} isPending={isRunning} isDisabled={!data} onPress={onFetch}>
					{t("changes.fetch", { season })}
				</ActionButton>
			</p>
			{isRunning ? (
				<p role="status">{t("changes.running", { season, steps: fetch.progress.length })}</p>
			) : fetch?.problem ? (
				<Notice tone="bad">{t("changes.failed", { season, problem: fetch.problem })}</Notice>
			) : null}
		</>
	);
};

interface ListProps {
	readonly data: SeasonChanges;
	readonly onDecide: (decision: Decision) => void;
}

const ChangeList = ({ data, onDecide }: ListProps) => {
	const { t } = useTranslation("operator");
	const open = data.changes.filter(({ isRefused }) => !isRefused);
	const refused = data.changes.filter(({ isRefused }) => isRefused);
	const acceptable = open.filter(({ block }) => block === null);
	const accept = (changes: readonly SeasonChange[]) => onDecide({ do: "accept", changes });
	const finals = data.finals.reduce((sum, { matches }) => sum + matches, 0);
	const renderRow = (change: SeasonChange) => (
		<ChangeRow
			key={change.key}
			change={change}
			onAccept={() => accept([change])}
			onRefuse={change.isRefused ? null : () => onDecide({ do: "refuse", changes: [change] })}
		/>
	);
	return (
		<>
			<p>
				{t("changes.fetched")} <DateTime at={data.fetchedAt} />
			</p>
			{finals > 0 ? (
				<Notice tone="info">
					{t("changes.finals", { count: finals, names: data.finals.map(({ name }) => name).join(", ") })}
				</Notice>
			) : null}
			{open.length === 0 ? <p>{t("changes.none")}</p> : null}
			{acceptable.length > 1 ? (
				<p>
					<ActionButton call={acceptSeasonChanges} variant="main" onPress={() => accept(acceptable)}>
						{t("changes.acceptAll", { count: acceptable.length })}
					</ActionButton>
				</p>
			) : null}
			{[...Map.groupBy(open, ({ kind }) => kind)].map(([kind, changes]) => {
				const unblockedChanges = changes.filter(({ block }) => block === null);
				return (
					<section key={kind} className={styles.kind} aria-label={t(`changes.kind.${kind}`)}>
						<div className={styles.kindHead}>
							<h3>{t(`changes.kind.${kind}`)}</h3>
							{unblockedChanges.length > 1 ? (
								<ActionButton
									call={acceptSeasonChanges}
									aria-label={`${t(`changes.kind.${kind}`)}: ${t("changes.acceptKind", { count: unblockedChanges.length })}`}
									onPress={() => accept(unblockedChanges)}
								>
									{t("changes.acceptKind", { count: unblockedChanges.length })}
								</ActionButton>
							) : null}
						</div>
						<ul className={styles.list}>{changes.map(renderRow)}</ul>
					</section>
				);
			})}
			{refused.length > 0 ? (
				<details className={styles.kind}>
					<summary>{t("changes.refusedTitle", { count: refused.length })}</summary>
					<ul className={styles.list}>{refused.map(renderRow)}</ul>
				</details>
			) : null}
		</>
	);
};

/** Compares the current season with its last fetch; each change is accepted or refused. */
export const FetchedChanges = () => {
	const { t } = useTranslation("operator");
	const [decision, setDecision] = useState<Decision | null>(null);
	const query = useCall(listSeasonChanges, {}, { refetchInterval: IDLE_REFRESH_MS, staleTime: 0 });
	const { data: fetched } = useCall(showSeasonFetch, {});
	const queryClient = useQueryClient();
	const state = fetched?.fetch?.state;
	const startedAt = fetched?.fetch?.startedAt;
	useEffect(() => {
		if (state === "done" && startedAt) void queryClient.invalidateQueries({ queryKey: callKey(listSeasonChanges) });
	}, [state, startedAt, queryClient]);
	const season = query.data?.season ?? 0;
	const close = () => setDecision(null);
	const getVersions = (changes: readonly SeasonChange[]) => changes.map(({ key, version }) => ({ key, version }));
	const startFetch = (reason: string) => {
		const last = fetched?.fetch?.season === season ? fetched.fetch : null;
		const decisions = (last?.questions ?? []).map(({ kind, id, decision: answer }) => ({ kind, id, decision: answer }));
		const { competition = WOMENS_COMPETITION, rules = "official" } = last ?? {};
		return client(startSeasonFetch, { body: { season, competition, rules, refresh: true, decisions, reason } });
	};
	return (
		<Panel title={t("changes.title")} text={t("changes.text")}>
			<QueryContent query={query}>
				{(data) => (
					<>
						<FetchAgain season={data.season} onFetch={() => setDecision({ do: "fetch" })} />
						{data.fetchedAt ? (
							<ChangeList data={data} onDecide={setDecision} />
						) : (
							<p>{t(data.hasProblems ? "changes.hasProblems" : "changes.never")}</p>
						)}
					</>
				)}
			</QueryContent>
			{decision?.do === "fetch" ? (
				<ActionDialog
					title={t("changes.fetch", { season })}
					effect={t("changes.fetchEffect")}
					confirm={t("changes.fetch", { season })}
					done={t("changes.fetchDone", { season })}
					onClose={close}
					onConfirm={startFetch}
				/>
			) : null}
			{decision?.do === "accept" ? <AcceptDialog changes={decision.changes} onClose={close} /> : null}
			{decision?.do === "refuse" ? (
				<ActionDialog
					title={t("changes.refuseTitle")}
					effect={t("changes.refuseEffect")}
					confirm={t("changes.refuse")}
					done={t("changes.refusedDone")}
					onClose={close}
					onConfirm={(reason) =>
						client(refuseSeasonChanges, { body: { changes: getVersions(decision.changes), reason } })
					}
				/>
			) : null}
		</Panel>
	);
};
