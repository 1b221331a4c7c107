import { useEffect, useState } from "react";
import { useDebounced } from "../../../../api/use-debounced.ts";
import { Icon } from "../../../../components/icon/icon.tsx";
import styles from "./search-box.module.css";

const DEBOUNCE_MS = 250;

export const SearchBox = ({
	label,
	onSearch,
}: {
	readonly label: string;
	readonly onSearch: (text: string) => void;
}) => {
	const [text, setText] = useState("");
	const search = useDebounced(text.trim(), DEBOUNCE_MS);
	useEffect(() => onSearch(search), [search, onSearch]);
	return (
		<label className={styles.search}>
			<span className="spoken">{label}</span>
			<Icon name="search" />
			<input
				type="search"
				placeholder={label}
				value={text}
				onChange={({ currentTarget }) => setText(currentTarget.value)}
			/>
		</label>
	);
};
