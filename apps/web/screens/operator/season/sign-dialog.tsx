import { addPlayer } from "@first-bounce/contract/operator/players";
import { listRounds } from "@first-bounce/contract/operator/season";
import { LINES, type Line } from "@first-bounce/rules/player";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { TextField } from "../../../components/fields/text-field.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { QueryError } from "../../../components/states/states.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import styles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { NumberField } from "../parts/number-field.tsx";
import { useClubs } from "../parts/use-clubs.ts";

const MAX_PRICE = 3_000_000;
const MAX_PLAYER_ID = 999_999_999;

export const SignDialog = ({ onClose }: { readonly onClose: () => void }) => {
	const { t } = useTranslation("operator");
	const { clubs } = useClubs();
	const query = useCall(listRounds, {});
	const rounds = (query.data?.rounds ?? []).filter(({ phase }) => phase === "open");
	const [firstName, setFirstName] = useState("");
	const [lastName, setLastName] = useState("");
	const [id, setId] = useState<number | null>(null);
	const [price, setPrice] = useState<number | null>(300_000);
	const [line, setLine] = useState<Line>("MID");
	const [squad, setSquad] = useState<number | null>(null);
	const [round, setRound] = useState<number | null>(null);
	const squadId = squad ?? clubs[0]?.id;
	const fromRound = round ?? rounds[0]?.id;
	const isComplete = lastName.trim() !== "" && firstName.trim() !== "" && id && price && squadId && fromRound;
	return (
		<ActionDialog
			title={t("players.sign")}
			effect={t("players.effect.sign", { round: fromRound ?? "–", price: formatMoney(price ?? 0) })}
			confirm={t("players.sign")}
			done={t("players.done", { name: `${firstName} ${lastName}` })}
			isIncomplete={!isComplete}
			onClose={onClose}
			onConfirm={async (reason) => {
				if (!isComplete) return;
				const player = { id, firstName, lastName, squadId, positions: [line], price, fromRound };
				await client(addPlayer, { body: { reason, ...player } });
			}}
		>
			<QueryError queries={[query]} />
			<div className={styles.twoColumns}>
				<TextField
					name="firstName"
					label={t("players.firstName")}
					value={firstName}
					onChange={setFirstName}
					maxLength={60}
				/>
				<TextField
					name="lastName"
					label={t("players.lastName")}
					value={lastName}
					onChange={setLastName}
					maxLength={60}
				/>
				<NumberField label={t("players.id")} max={MAX_PLAYER_ID} value={id} onChange={setId} />
				<NumberField label={t("players.price")} max={MAX_PRICE} value={price} onChange={setPrice} />
			</div>
			<Segmented
				label={t("players.positions")}
				variant="chips"
				choices={LINES.map((value) => ({ value, label: value }))}
				value={line}
				onChange={setLine}
			/>
			<div className={styles.inline}>
				<SelectChip
					label={t("club")}
					value={String(squadId ?? "")}
					choices={clubs.map((club) => ({ value: String(club.id), label: club.name }))}
					onChange={(value) => setSquad(Number(value))}
				/>
				<SelectChip
					label={t("round")}
					value={String(fromRound ?? "")}
					choices={rounds.map((choice) => ({ value: String(choice.id), label: t("players.from", { id: choice.id }) }))}
					onChange={(value) => setRound(Number(value))}
				/>
			</div>
		</ActionDialog>
	);
};
