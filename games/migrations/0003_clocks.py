from datetime import timedelta

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def clocks_of_running_matches(apps, schema_editor):
    """Until now every clock gave whole days for every turn ("3d"): put them on the clocks."""
    Match = apps.get_model("games", "Match")
    Seat = apps.get_model("games", "Seat")
    running = Match.objects.filter(status="active")
    for clock in set(running.values_list("clock", flat=True)):
        length = timedelta(days=int(clock[:-1]))
        running.filter(clock=clock).update(
            turn_left=length, warn_at=models.F("turn_started_at") + length - length / 5
        )
        Seat.objects.filter(match__status="active", match__clock=clock).update(bank=length)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_letters'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Study',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('lines', models.JSONField(blank=True, default=list)),
                ('plan', models.JSONField(blank=True, default=list)),
                ('plan_ply', models.PositiveIntegerField(blank=True, null=True)),
                ('plan_dropped_at', models.PositiveIntegerField(blank=True, null=True)),
                ('version', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'study',
                'verbose_name_plural': 'studies',
            },
        ),
        migrations.RemoveConstraint(
            model_name='match',
            name='games_match_active_has_turn',
        ),
        migrations.AddField(
            model_name='match',
            name='nights',
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name='match',
            name='offers',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='match',
            name='pauses',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name='match',
            name='rematch_of',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rematch', to='games.match'),
        ),
        migrations.AddField(
            model_name='match',
            name='turn_left',
            field=models.DurationField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='vacations',
            field=models.BooleanField(default=True, help_text='vacations stop the clock'),
        ),
        migrations.AddField(
            model_name='match',
            name='warn_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='weekend',
            field=models.CharField(blank=True, help_text='time zone of the weekends without a clock', max_length=40),
        ),
        migrations.AddField(
            model_name='seat',
            name='bank',
            field=models.DurationField(blank=True, help_text='what is on the clock when the next turn begins', null=True),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('status', 'active'), ('warn_at__isnull', False)), fields=['warn_at'], name='games_match_warn'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'active'), _negated=True), models.Q(('mover__isnull', False), ('to_move__isnull', False)), _connector='OR'), name='games_match_active_has_turn'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'active'), _negated=True), ('deadline__isnull', False), ('clock', 'none'), _connector='OR'), name='games_match_active_has_deadline'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('clock', 'none'), _negated=True), ('rated', False), _connector='OR'), name='games_match_no_clock_unrated'),
        ),
        migrations.AddField(
            model_name='study',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='studies', to='games.match'),
        ),
        migrations.AddField(
            model_name='study',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='studies', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='study',
            constraint=models.UniqueConstraint(fields=('match', 'user'), name='games_study_once'),
        ),
        migrations.RunPython(clocks_of_running_matches, migrations.RunPython.noop),
    ]
