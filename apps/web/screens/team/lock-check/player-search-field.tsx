import type { PlayerId } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { StatusBadge } from "../../../components/badges/badges.tsx";
import fields from "../../../components/fields/fields.module.css";
import { normalizeName } from "../../../players/filters/player-filter.ts";
import styles from "./lock-check.module.css";

interface PlayerChoice {
	readonly id: PlayerId;
	readonly name: string;
	readonly status: PlayerStatus;
	readonly details: string;
}

interface Props {
	readonly label: string;
	readonly placeholder: string;
	/** Shown when nobody matches. */
	readonly emptyText: string;
	readonly value: PlayerId | null;
	/** In the order shown. */
	readonly choices: readonly PlayerChoice[];
	readonly onChange: (id: PlayerId) => void;
}

/** The maximum number of players in the list; typing narrows them down. */
const MAX_SHOWN = 60;

export const PlayerSearchField = ({ label, placeholder, emptyText, value, choices, onChange }: Props) => {
	const selectedPlayer = choices.find(({ id }) => id === value);
	const [text, setText] = useState(selectedPlayer?.name ?? "");
	const isChosen = selectedPlayer !== undefined && text === selectedPlayer.name;
	const searched = isChosen ? "" : normalizeName(text);
	const matches = choices.filter(({ name }) => normalizeName(name).includes(searched)).slice(0, MAX_SHOWN);
	return (
		<ComboBox
			className={fields.field ?? ""}
			items={matches}
			inputValue={text}
			onInputChange={setText}
			value={value}
			onChange={(key) => {
				const next = choices.find(({ id }) => id === key);
				if (!next) return;
				setText(next.name);
				onChange(next.id);
			}}
			menuTrigger="focus"
			allowsEmptyCollection
		>
			<Label className={fields.label ?? ""}>{label}</Label>
			<div className={styles.search}>
				<Input className={fields.input ?? ""} placeholder={placeholder} />
				<Button className={styles.searchButton ?? ""}>
					<span className={fields.arrow} aria-hidden="true" />
				</Button>
			</div>
			<Popover className={fields.popover ?? ""}>
				<ListBox className={fields.list ?? ""} renderEmptyState={() => <p className={fields.choice}>{emptyText}</p>}>
					{({ id, name, status, details }: PlayerChoice) => (
						<ListBoxItem id={id} textValue={name} className={`${fields.choice} ${styles.candidate}`}>
							<StatusBadge status={status} /> {name}
							<small>{details}</small>
						</ListBoxItem>
					)}
				</ListBox>
			</Popover>
		</ComboBox>
	);
};
