CREATE INDEX `export_lines_of_bill` ON `export_lines` (`bill_item_id`);
