import {
	decidePersonMatch,
	listPersonMatches,
	type OpenPersonMatch,
} from "@first-bounce/contract/operator/person-matches";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import type { Season } from "../../../api/season-model.ts";
import { useCall } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { Panel } from "../parts/panel.tsx";
import { ActionButton } from "../parts/role.tsx";
import { DataTable } from "../parts/table/data-table.tsx";

const NOBODY = "none";
const getName = ({ firstName, lastName }: Pick<OpenPersonMatch, "firstName" | "lastName">) =>
	`${firstName} ${lastName}`;

/** The players to choose from, candidates first, then everybody by name. */
function listChoices({ candidates }: OpenPersonMatch, { players }: Season) {
	const label = (player: Season["players"][number]) => `${getName(player)} (${player.id})`;
	const likely = candidates.flatMap((id) => players.find((player) => player.id === id) ?? []);
	const others = players
		.filter(({ id }) => !candidates.includes(id))
		.toSorted((a, b) => getName(a).localeCompare(getName(b)));
	return [...likely, ...others].map((player) => ({ value: String(player.id), label: label(player) }));
}

const MatchDialog = ({ player, onClose }: { readonly player: OpenPersonMatch; readonly onClose: () => void }) => {
	const { t } = useTranslation("operator");
	const season = useSeason();
	const [choice, setChoice] = useState<string | null>(null);
	const choices = season.state === "ready" ? listChoices(player, season.value) : [];
	return (
		<ActionDialog
			title={getName(player)}
			effect={<p>{t("personMatches.effect")}</p>}
			confirm={t("personMatches.save")}
			done={t("personMatches.done")}
			isIncomplete={choice === null}
			onClose={onClose}
			onConfirm={(reason) =>
				client(decidePersonMatch, {
					params: { id: player.previousPlayerId },
					body: { reason, playerId: choice === NOBODY ? null : Number(choice) },
				})
			}
		>
			<SelectField
				name="playerId"
				label={t("personMatches.who")}
				placeholder={t("personMatches.choose")}
				value={choice ?? ""}
				choices={[{ value: NOBODY, label: t("personMatches.nobody") }, ...choices]}
				onChange={setChoice}
			/>
		</ActionDialog>
	);
};

/** Players of last season's squads for whom the server has found no certain match. Nothing if there are none. */
export const PersonMatches = () => {
	const { t } = useTranslation("operator");
	const { data } = useCall(listPersonMatches, {});
	const [player, setPlayer] = useState<OpenPersonMatch | null>(null);
	const players = data?.players ?? [];
	if (players.length === 0) return null;
	return (
		<Panel title={t("personMatches.title")} text={t("personMatches.text")}>
			<DataTable
				caption={t("personMatches.title")}
				rows={players}
				getKey={({ previousPlayerId }) => previousPlayerId}
				actions={(row) => (
					<ActionButton
						call={decidePersonMatch}
						onPress={() => setPlayer(row)}
						aria-label={t("personMatches.findHer", { name: getName(row) })}
					>
						{t("personMatches.find")}
					</ActionButton>
				)}
				columns={[
					{ id: "name", head: t("player"), cell: getName },
					{ id: "birthday", head: t("personMatches.birthday"), isWide: true, cell: ({ birthday }) => birthday ?? "–" },
					{ id: "leagues", head: t("personMatches.leagues"), isNumber: true, cell: ({ leagues }) => leagues },
				]}
			/>
			{player ? <MatchDialog key={player.previousPlayerId} player={player} onClose={() => setPlayer(null)} /> : null}
		</Panel>
	);
};
