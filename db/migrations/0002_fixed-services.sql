INSERT INTO `services` (`id`, `product_service_name`, `price`, `sales_description`, `public`, `needs_groom`, `created_at`, `updated_at`) VALUES
  ('boarding', 'Boarding', 290000, 'Monthly boarding', 0, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
  ('boarding-surcharge', 'Boarding Surcharge', 15000, 'Monthly boarding surcharge', 0, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
  ('long-island-surcharge', 'Long Island Surcharge', 0, '8.63% of boarding on Long Island', 0, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
  ('blanket', 'Blanket', 10000, 'Monthly blanket service', 0, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
  ('training', 'Training', 175000, 'Monthly training', 0, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
--> statement-breakpoint
INSERT INTO `settings` (`id`, `last_payroll`, `invoice_number`) VALUES (1, NULL, 1001);
