import { listDraftLeagues } from "@first-bounce/contract/operator/draft-leagues";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { Panel } from "../parts/panel.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { Pagination, usePagination } from "../parts/table/pagination.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";
import { SearchBox } from "../parts/table/search-box.tsx";
import styles from "./draft-leagues.module.css";
import { LeagueDetail } from "./league-detail.tsx";
import { DraftStateBadge } from "./league-parts.tsx";

const REFRESH_MS = 15_000;

type Shown = "trouble" | "all";

interface ListProps {
	readonly show: Shown;
	readonly search: string;
	readonly onOpen: (id: number) => void;
}

const Leagues = ({ show, search, onOpen }: ListProps) => {
	const { t } = useTranslation("operator");
	const pages = usePagination();
	const query = { show, ...(search ? { search } : {}), ...pages.query };
	const isCalm = show === "trouble" && !search;
	return (
		<QueryTable
			query={useCall(listDraftLeagues, { query }, { refetchInterval: REFRESH_MS })}
			rows={({ leagues }) => leagues}
			empty={{
				title: t(isCalm ? "draftLeagues.calm" : "draftLeagues.none"),
				text: t(isCalm ? "draftLeagues.calmText" : "draftLeagues.noneText"),
			}}
			caption={t("section.draftLeagues")}
			getKey={({ id }) => id}
			actions={({ id, name }) => (
				<Button onPress={() => onOpen(id)} aria-label={t("draftLeagues.open", { name })}>
					{t("view")}
				</Button>
			)}
			columns={[
				{ id: "id", head: t("draftLeagues.id"), isWide: true, cell: ({ id }) => id },
				{
					id: "name",
					head: t("moderation.name"),
					cell: ({ name }) => <span className={styles.name}>{name}</span>,
				},
				{
					id: "draft",
					head: t("draftLeagues.draft"),
					cell: ({ draftStatus }) => <DraftStateBadge state={draftStatus} />,
				},
				{
					id: "teams",
					head: t("draftLeagues.teams"),
					isNumber: true,
					isWide: true,
					cell: ({ teams, size }) => `${teams}/${size}`,
				},
				{
					id: "troubles",
					head: t("draftLeagues.troubles"),
					cell: ({ troubles }) => (
						<span className={styles.badges}>
							{troubles.map((trouble) => (
								<Badge key={trouble} tone={trouble === "paused" ? "warn" : "bad"}>
									{t(`draftLeagues.trouble.${trouble}`)}
								</Badge>
							))}
						</span>
					),
				},
			]}
		>
			{({ nextBefore }) => <Pagination pages={pages} nextBefore={nextBefore} />}
		</QueryTable>
	);
};

const LeagueList = ({ onOpen }: Pick<ListProps, "onOpen">) => {
	const { t } = useTranslation("operator");
	const [show, setShow] = useState<Shown>("trouble");
	const [search, setSearch] = useState("");
	return (
		<Panel
			title={t("section.draftLeagues")}
			text={t("draftLeagues.text")}
			tools={
				<>
					<Segmented
						label={t("draftLeagues.which")}
						variant="chips"
						choices={(["trouble", "all"] as const).map((value) => ({ value, label: t(`draftLeagues.show.${value}`) }))}
						value={show}
						onChange={setShow}
					/>
					<SearchBox label={t("draftLeagues.find")} onSearch={setSearch} />
				</>
			}
		>
			{/* A search looks everywhere, also among the leagues that are not in trouble. */}
			<Leagues key={`${show} ${search}`} show={search ? "all" : show} search={search} onOpen={onOpen} />
		</Panel>
	);
};

/** Draft leagues in trouble, or all; a chosen league with its squads, moves and what an operator can do. */
export const DraftLeaguesSection = () => {
	const [params, setParams] = useSearchParams();
	const id = Number(params.get("league") ?? 0);
	if (id > 0) return <LeagueDetail key={id} id={id} onBack={() => setParams({})} />;
	return <LeagueList onOpen={(league) => setParams({ league: String(league) })} />;
};
