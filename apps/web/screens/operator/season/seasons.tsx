import type { SuccessOf } from "@first-bounce/contract/call";
import { beginSeason, closeSeason, listSeasons } from "@first-bounce/contract/operator/season";
import { startSeasonFetch } from "@first-bounce/contract/operator/season/season-fetch";
import { importSeasonFiles } from "@first-bounce/contract/operator/season/season-import";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { lazyPart } from "../../../upgrade/lazy-part.ts";
import { ConfirmedButton, DialogButton } from "../parts/action-dialog.tsx";
import { Panel } from "../parts/panel.tsx";
import { Allowed } from "../parts/role.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";
import { ImportDialog } from "./imports/import-dialog.tsx";

type Season = SuccessOf<typeof listSeasons>["seasons"][number];

const NewSeason = lazyPart(async () => (await import("./new-season/new-season.tsx")).NewSeason);

const FetchedChanges = lazyPart(async () => (await import("./imports/fetched-changes.tsx")).FetchedChanges);
const PastImports = lazyPart(async () => (await import("./imports/past-imports.tsx")).PastImports);

/**
 * The list of seasons and a form that fetches a new season; for the current season also the changes since its last fetch and the
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

interface EffectProps {
	readonly kind: "close" | "begin";
	readonly ends: Season | undefined;
}

const Effect = ({ kind, ends }: EffectProps) => {
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
	const query = useCall(listSeasons, {});
	const ends = query.data?.seasons.find(({ isCurrent }) => isCurrent);
	return (
		<Panel
			title={t("section.seasons")}
			text={t("seasons.text")}
			tools={
				<DialogButton call={importSeasonFiles} text={t("seasons.import.open")}>
					{(close) => <ImportDialog onClose={close} />}
				</DialogButton>
			}
		>
			<QueryTable
				query={query}
				rows={({ seasons }) => seasons}
				empty={{ title: t("noSeason"), text: t("seasons.noneText") }}
				caption={t("section.seasons")}
				getKey={({ id }) => id}
				actions={({ id, name, isCurrent, isDemo, status }) => {
					const kind = isCurrent ? "close" : "begin";
					return (
						<ConfirmedButton
							call={isCurrent ? closeSeason : beginSeason}
							isShown={isCurrent || (status === "open" && !isDemo)}
							text={t(`seasons.${kind}`)}
							title={name}
							effect={<Effect kind={kind} ends={ends} />}
							done={t(`seasons.done.${kind}`, { name })}
							onConfirm={(reason) =>
								isCurrent
									? client(closeSeason, { body: { reason } })
									: client(beginSeason, { params: { id }, body: { reason } })
							}
						/>
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
		</Panel>
	);
};
