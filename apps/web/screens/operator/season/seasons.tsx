import type { SuccessOf } from "@first-bounce/contract/call";
import { beginSeason, closeSeason, listSeasons } from "@first-bounce/contract/operator/season";
import { startSeasonFetch } from "@first-bounce/contract/operator/season/season-fetch";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { lazyPart } from "../../../upgrade/lazy-part.ts";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { Panel } from "../parts/panel.tsx";
import { ActionButton, Allowed } from "../parts/role.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";
import { SeasonImport } from "./imports/import-dialog.tsx";

type Season = SuccessOf<typeof listSeasons>["seasons"][number];

interface Action {
	readonly kind: "close" | "begin";
	readonly id: number;
	readonly name: string;
	readonly ends: Season | undefined;
}

const NewSeason = lazyPart(async () => (await import("./new-season/new-season.tsx")).NewSeason);

const FetchedChanges = lazyPart(async () => (await import("./imports/fetched-changes.tsx")).FetchedChanges);
const PastImports = lazyPart(async () => (await import("./imports/past-imports.tsx")).PastImports);

/**
 * The list of seasons and a form that fetches a new one; for the current season also the changes since its last fetch and the
 * imports that can be undone.
 */
export const SeasonsSection = () => {
	const { data } = useCall(listSeasons, {});
	return (
		<>
			<SeasonList />
			<Suspense>
				{data?.seasons.some(({ isCurrent }) => isCurrent) ? (
					<>
						<FetchedChanges />
						<PastImports />
					</>
				) : null}
				<Allowed call={startSeasonFetch}>
					<NewSeason />
				</Allowed>
			</Suspense>
		</>
	);
};

const Effect = ({ kind, ends }: Action) => {
	const { t } = useTranslation("operator");
	return (
		<>
			<p>{t(`seasons.effect.${kind}`)}</p>
			{ends ? <p>{t("seasons.effect.ends", { name: ends.name, count: ends.teams })}</p> : null}
			{ends?.isDemo ? <p>{t("seasons.effect.demo")}</p> : null}
		</>
	);
};

/** Lists the seasons, closes the current one and starts the next with empty teams. */
const SeasonList = () => {
	const { t } = useTranslation("operator");
	const [action, setAction] = useState<Action | null>(null);
	const query = useCall(listSeasons, {});
	const ends = query.data?.seasons.find(({ isCurrent }) => isCurrent);
	return (
		<Panel title={t("section.seasons")} text={t("seasons.text")} tools={<SeasonImport />}>
			<QueryTable
				query={query}
				rows={({ seasons }) => seasons}
				empty={{ title: t("noSeason"), text: t("seasons.noneText") }}
				caption={t("section.seasons")}
				getKey={({ id }) => id}
				actions={({ id, name, isCurrent, isDemo, status }) => {
					if (isCurrent)
						return (
							<ActionButton call={closeSeason} onPress={() => setAction({ kind: "close", id, name, ends })}>
								{t("seasons.close")}
							</ActionButton>
						);
					if (status !== "open" || isDemo) return null;
					return (
						<ActionButton call={beginSeason} onPress={() => setAction({ kind: "begin", id, name, ends })}>
							{t("seasons.begin")}
						</ActionButton>
					);
				}}
				columns={[
					{ id: "name", head: t("overview.season"), cell: ({ name }) => name },
					{
						id: "status",
						head: t("rounds.status"),
						cell: ({ isCurrent, isDemo, status }) =>
							isCurrent ? (
								<Badge tone="live">{t("seasons.current")}</Badge>
							) : (
								<Badge tone="plain">{t(isDemo ? "seasons.closed" : `seasons.${status}`)}</Badge>
							),
					},
					{ id: "rounds", head: t("seasons.rounds"), isNumber: true, isWide: true, cell: ({ rounds }) => rounds },
					{ id: "teams", head: t("seasons.teams"), isNumber: true, cell: ({ teams }) => teams },
				]}
			/>
			{action ? (
				<ActionDialog
					title={action.name}
					effect={<Effect {...action} />}
					confirm={t(`seasons.${action.kind}`)}
					done={t(`seasons.done.${action.kind}`, { name: action.name })}
					onClose={() => setAction(null)}
					onConfirm={(reason) =>
						action.kind === "close"
							? client(closeSeason, { body: { reason } })
							: client(beginSeason, { params: { id: action.id }, body: { reason } })
					}
				/>
			) : null}
		</Panel>
	);
};
